//! Where a store is: a file, or a schema of the tests' PostgreSQL.

use sayso_desk::store::postgres::PostgresStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{SealedStore, Store};
use sayso_desk::vault::Vault;
use tempfile::TempDir;

use crate::postgres_database::sql;
use crate::stage::file_in;

/// Where a store is. Opening it twice gives what two processes would have.
pub(crate) trait Place: Sync {
    fn open(&self) -> Box<dyn Store>;

    /// For a desk.
    fn sealed(&self) -> SealedStore {
        SealedStore::new(self.open(), Vault::of_key([7; 32]))
    }

    /// So much time passes that nobody believes any more what is told by a desk that is gone.
    fn time_passes(&self) {}
}

pub(crate) struct Sqlite(TempDir);

pub(crate) fn sqlite() -> Sqlite {
    Sqlite(tempfile::tempdir().unwrap())
}

impl Place for Sqlite {
    fn open(&self) -> Box<dyn Store> {
        Box::new(SqliteStore::open(&file_in(self.0.path())).unwrap())
    }
}

/// A file whose secret words are sealed.
pub(crate) struct Sealed(TempDir);

pub(crate) fn sealed() -> Sealed {
    Sealed(tempfile::tempdir().unwrap())
}

impl Place for Sealed {
    fn open(&self) -> Box<dyn Store> {
        let inside = SqliteStore::open(&file_in(self.0.path())).unwrap();
        let vault = Vault::with_key(&self.0.path().join("secrets.key"));
        Box::new(SealedStore::new(Box::new(inside), vault))
    }
}

pub(crate) struct Postgres(pub(crate) String);

pub(crate) fn postgres() -> Postgres {
    Postgres(own_postgres::fresh_schema().unwrap())
}

impl Place for Postgres {
    fn open(&self) -> Box<dyn Store> {
        Box::new(PostgresStore::open(&self.0).unwrap())
    }

    fn time_passes(&self) {
        sql(
            &self.0,
            "UPDATE waiting SET told = told - interval '11 seconds'",
        );
    }
}

/// A suite, as tests of each store there is.
macro_rules! suite {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(&crate::place::sqlite()); })*
        }
        mod sealed {
            $(#[test] fn $test() { super::$test(&crate::place::sealed()); })*
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(&crate::place::postgres()); })*
        }
    };
}

pub(crate) use suite;
