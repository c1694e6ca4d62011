-- Gifts and draws are append-only.

CREATE OR REPLACE FUNCTION promo_spin_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.spun_at IS NOT NULL OR (TG_OP = 'UPDATE' AND (NEW.seed, NEW.version, NEW.member_id, NEW.day) IS DISTINCT FROM (OLD.seed, OLD.version, OLD.member_id, OLD.day)) THEN
    RAISE EXCEPTION 'promo_spin: a turn is kept as it was';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE TRIGGER promo_setting_append_only BEFORE UPDATE OR DELETE ON promo_setting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER promo_bonus_append_only BEFORE UPDATE OR DELETE ON promo_bonus FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER promo_attendance_append_only BEFORE UPDATE OR DELETE ON promo_attendance FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER promo_spin_kept BEFORE UPDATE OR DELETE ON promo_spin FOR EACH ROW EXECUTE FUNCTION promo_spin_kept();
