-- Who is waited for at which node. A list counts as long as its node gives word now and then.
CREATE TABLE waiting (
    node       text COLLATE "C" PRIMARY KEY,
    told       timestamptz NOT NULL,
    waited_for uuid[] NOT NULL
);
