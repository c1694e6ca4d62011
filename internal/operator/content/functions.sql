-- Documents that members agreed to must not change afterwards, nor the agreements.
CREATE OR REPLACE TRIGGER content_document_append_only BEFORE UPDATE OR DELETE ON content_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER content_document_text_append_only BEFORE UPDATE OR DELETE ON content_document_text FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER content_consent_append_only BEFORE UPDATE OR DELETE ON content_consent FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- content_rules returns the version of the house rules that a site shows now; 0 when it has published none.
CREATE OR REPLACE FUNCTION content_rules(p_site text) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(version), 0) FROM content_document WHERE site_id = p_site AND kind = 'rules'
$$;
