-- Whether an asker has the outcome of an interaction: the place of the newest fact that says so.
-- Nodes of an older version cannot read these facts.
ALTER TABLE interactions ADD COLUMN IF NOT EXISTS delivered bigint;

CREATE OR REPLACE FUNCTION note_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE interactions SET delivered = NEW.place
    WHERE id = (NEW.body::json ->> 'interaction')::uuid;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_delivery AFTER INSERT ON events
    FOR EACH ROW WHEN (NEW.kind = 'delivered') EXECUTE FUNCTION note_delivery();
