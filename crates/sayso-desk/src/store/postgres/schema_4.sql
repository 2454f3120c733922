-- Browsers and terminals that people signed in.
CREATE TABLE login_sessions (
    id         text COLLATE "C" PRIMARY KEY,
    kind       text COLLATE "C" NOT NULL,
    person     text NOT NULL,
    label      text NOT NULL,
    since      bigint NOT NULL,
    until      bigint NOT NULL,
    token_mark text COLLATE "C" NOT NULL,
    revoked    boolean NOT NULL DEFAULT false
);
