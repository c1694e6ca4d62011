-- Documents that members agreed to must not change afterwards, nor the agreements.
CREATE OR REPLACE TRIGGER content_document_append_only BEFORE UPDATE OR DELETE ON content_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER content_document_text_append_only BEFORE UPDATE OR DELETE ON content_document_text FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER content_consent_append_only BEFORE UPDATE OR DELETE ON content_consent FOR EACH ROW EXECUTE FUNCTION refuse_change();
