-- Whoever writes to the log goes through this gate, one after the other, until its commit: so
-- places are given in the order in which they become visible, and a reader who has seen one has
-- missed none before it.
CREATE TABLE gate (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    -- The place at which something was last forgotten.
    forgot bigint  NOT NULL DEFAULT 0
);
INSERT INTO gate DEFAULT VALUES;
CREATE SEQUENCE places;

-- Sessions go by a number of the store's own, never given twice: it is small, and it stands in
-- every row of the log.
CREATE TABLE sessions (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE events (
    place   bigint PRIMARY KEY,
    session bigint NOT NULL,
    seq     bigint NOT NULL,
    at      bigint NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    body    text COLLATE "C" NOT NULL,
    hash    bytea NOT NULL,
    UNIQUE (session, seq)
);

-- Derived from the log, in the same transactions.
CREATE TABLE interactions (
    id       uuid   PRIMARY KEY,
    session  bigint NOT NULL,
    asked    bigint NOT NULL,
    closed   bigint,
    deadline bigint
) WITH (fillfactor = 90);
CREATE INDEX interaction_pending ON interactions (asked) WHERE closed IS NULL;
CREATE INDEX interaction_due ON interactions (deadline)
    WHERE closed IS NULL AND deadline IS NOT NULL;

-- Not in the log: what may change, what must not be read by everyone, what is gone.
CREATE TABLE drafts (
    interaction uuid PRIMARY KEY,
    draft       text NOT NULL
);
CREATE TABLE secrets (
    interaction uuid NOT NULL,
    question    text NOT NULL,
    words       text NOT NULL,
    PRIMARY KEY (interaction, question)
);
CREATE TABLE forgotten (
    session text COLLATE "C" PRIMARY KEY,
    seq     bigint NOT NULL,
    hash    bytea  NOT NULL
);

-- What every node must know to let people and agents in.
CREATE TABLE tokens (
    name  text PRIMARY KEY,
    token text NOT NULL
);
CREATE TABLE codes (
    hash  bytea PRIMARY KEY,
    until bigint NOT NULL
);

-- The whole append in one statement: a node that freezes in the middle holds up nobody. A part
-- whose session does not stand where the part expects it is left out, and named in `conflicts`.
CREATE FUNCTION append_1(
    -- The parts: a session, the number of its last fact, whether there are facts.
    names text[], afters bigint[], filled boolean[],
    -- The facts, each of a part.
    f_part int[], f_seq bigint[], f_at bigint[], f_kind text[], f_body text[], f_hash bytea[],
    -- Interactions that are asked, whose deadline changes, that close; and by which fact.
    a_part int[], a_fact int[], a_id uuid[], a_deadline bigint[],
    d_part int[], d_id uuid[], d_deadline bigint[],
    c_part int[], c_fact int[], c_id uuid[],
    -- Words for the vault.
    s_part int[], s_id uuid[], s_question text[], s_words text[],
    -- Drafts; an empty one is removed.
    w_id uuid[], w_draft text[],
    OUT conflicts int[], OUT before bigint
) LANGUAGE plpgsql AS $$
DECLARE
    numbers bigint[];
BEGIN
    PERFORM 1 FROM gate FOR UPDATE;

    IF cardinality(names) > 0 THEN
        SELECT array_agg(CASE WHEN p.after = coalesce(stands.seq, 0) THEN coalesce(s.number, 0) END
                         ORDER BY p.n)
        INTO numbers
        FROM unnest(names, afters) WITH ORDINALITY AS p (name, after, n)
        LEFT JOIN sessions s ON s.session = p.name
        LEFT JOIN LATERAL (
            SELECT e.seq FROM events e WHERE e.session = s.number ORDER BY e.seq DESC LIMIT 1
        ) stands ON true;

        conflicts := array_positions(numbers, NULL);

        IF 0 = ANY (numbers) THEN
            INSERT INTO sessions (session)
            SELECT p.name FROM unnest(names, numbers, filled) WITH ORDINALITY
                AS p (name, number, filled, n)
            WHERE p.number = 0 AND p.filled ORDER BY p.n;
            SELECT array_agg(coalesce(nullif(p.number, 0), s.number, p.number) ORDER BY p.n)
            INTO numbers
            FROM unnest(names, numbers) WITH ORDINALITY AS p (name, number, n)
            LEFT JOIN sessions s ON p.number = 0 AND s.session = p.name;
        END IF;
    END IF;

    IF cardinality(f_seq) > 0 THEN
        -- A block of places of its own, with holes where a part is left out.
        before := nextval('places') - 1;
        PERFORM setval('places', before + cardinality(f_seq));
        INSERT INTO events (place, session, seq, at, kind, body, hash)
        SELECT before + f.n, numbers[f.part], f.seq, f.at, f.kind, f.body, f.hash
        FROM unnest(f_part, f_seq, f_at, f_kind, f_body, f_hash) WITH ORDINALITY
            AS f (part, seq, at, kind, body, hash, n)
        WHERE numbers[f.part] IS NOT NULL;
    END IF;

    IF cardinality(a_id) > 0 THEN
        INSERT INTO interactions (id, session, asked, deadline)
        SELECT a.id, numbers[a.part], before + a.fact, a.deadline
        FROM unnest(a_part, a_fact, a_id, a_deadline) AS a (part, fact, id, deadline)
        WHERE numbers[a.part] IS NOT NULL;
    END IF;

    IF cardinality(d_id) > 0 THEN
        UPDATE interactions i SET deadline = d.deadline
        FROM unnest(d_part, d_id, d_deadline) AS d (part, id, deadline)
        WHERE i.id = d.id AND numbers[d.part] IS NOT NULL;
    END IF;

    IF cardinality(c_id) > 0 THEN
        UPDATE interactions i SET closed = before + c.fact
        FROM unnest(c_part, c_fact, c_id) AS c (part, fact, id)
        WHERE i.id = c.id AND numbers[c.part] IS NOT NULL;
        DELETE FROM drafts d USING unnest(c_part, c_id) AS c (part, id)
        WHERE d.interaction = c.id AND numbers[c.part] IS NOT NULL;
    END IF;

    IF cardinality(s_id) > 0 THEN
        INSERT INTO secrets (interaction, question, words)
        SELECT s.id, s.question, s.words
        FROM unnest(s_part, s_id, s_question, s_words) AS s (part, id, question, words)
        WHERE numbers[s.part] IS NOT NULL
        ON CONFLICT (interaction, question) DO UPDATE SET words = excluded.words;
    END IF;

    IF cardinality(w_id) > 0 THEN
        DELETE FROM drafts d USING unnest(w_id, w_draft) AS w (id, draft)
        WHERE d.interaction = w.id AND w.draft IS NULL;
        INSERT INTO drafts (interaction, draft)
        SELECT w.id, w.draft FROM unnest(w_id, w_draft) AS w (id, draft)
        JOIN interactions i ON i.id = w.id AND i.closed IS NULL
        WHERE w.draft IS NOT NULL
        ON CONFLICT (interaction) DO UPDATE SET draft = excluded.draft;
    END IF;
END $$;

-- Forgets some old sessions with nothing open; says how many.
CREATE FUNCTION forget_1(before bigint, most int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    old bigint[];
    gone uuid[];
BEGIN
    PERFORM 1 FROM gate FOR UPDATE;
    SELECT array_agg(number) INTO old FROM (
        SELECT s.number FROM sessions s
        WHERE s.number NOT IN (SELECT i.session FROM interactions i WHERE i.closed IS NULL)
          AND (SELECT e.at FROM events e WHERE e.session = s.number
               ORDER BY e.seq DESC LIMIT 1) < before
        LIMIT most
    ) AS found;
    IF old IS NULL THEN
        RETURN 0;
    END IF;
    INSERT INTO forgotten (session, seq, hash)
    SELECT s.session, last.seq, last.hash
    FROM unnest(old) AS o (number)
    JOIN sessions s ON s.number = o.number
    JOIN LATERAL (SELECT e.seq, e.hash FROM events e WHERE e.session = o.number
                  ORDER BY e.seq DESC LIMIT 1) AS last ON true
    ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
    SELECT array_agg((e.body::json ->> 'interaction')::uuid) INTO gone
    FROM events e WHERE e.session = ANY (old) AND e.kind = 'asked';
    DELETE FROM secrets WHERE interaction = ANY (gone);
    DELETE FROM interactions WHERE id = ANY (gone);
    DELETE FROM events WHERE session = ANY (old);
    DELETE FROM sessions WHERE number = ANY (old);
    UPDATE gate SET forgot = nextval('places');
    RETURN cardinality(old);
END $$;
