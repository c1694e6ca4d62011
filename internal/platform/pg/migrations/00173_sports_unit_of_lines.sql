-- +goose NO TRANSACTION
-- +goose Up
-- Handicaps and totals of the-odds-api on tennis are in games, on volleyball in points and on fights in rounds, while its scores are in sets and bouts. Those that
-- wait for a result get their unit, so that no score of sets settles them: staff enters the sets, or voids them.
-- +goose StatementBegin
DO $$
BEGIN
  LOOP
    UPDATE sports_market m
       SET unit = CASE e.sport WHEN 'tennis' THEN 'games' WHEN 'volleyball' THEN 'points' ELSE 'rounds' END
      FROM sports_event e
     WHERE e.id = m.event_id AND m.id IN (
       SELECT o.id FROM sports_market o JOIN sports_event v ON v.id = o.event_id
        WHERE o.unit = '' AND o.kind IN ('handicap', 'total') AND o.state IN ('open', 'suspended', 'closed')
          AND v.feed LIKE 'oddsapi-%' AND v.sport IN ('tennis', 'volleyball', 'combat') LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
