-- name: Products :many
SELECT proc_id, vendor_id, group_code, name, lobby_symbol, image FROM game_product
 WHERE active AND (sqlc.arg(group_code)::text = '' OR group_code = sqlc.arg(group_code)::text)
 ORDER BY group_code, ord, proc_id;

-- name: Product :one
SELECT proc_id, vendor_id, group_code, name, active FROM game_product WHERE proc_id = $1;

-- name: VendorNames :many
-- What members know a vendor as: its first product.
SELECT DISTINCT ON (vendor_id) vendor_id, name FROM game_product
 WHERE vendor_id = ANY (sqlc.arg(vendors)::text[]) ORDER BY vendor_id, ord, proc_id;

-- name: Games :many
SELECT code, proc_id, name_kor, name_eng, thumbnail, is_new, is_hot, rtp, lines, volatility FROM game_game
 WHERE proc_id = $1 AND active ORDER BY ord, code;

-- name: Game :one
SELECT code, active FROM game_game WHERE proc_id = $1 AND code = $2;

-- name: Codes :many
-- The games of a group or of a product, whether they are still offered or not.
SELECT g.code FROM game_game g JOIN game_product p USING (proc_id)
 WHERE (sqlc.arg(group_code)::text = '' OR p.group_code = sqlc.arg(group_code)::text)
   AND (sqlc.arg(proc_id)::text = '' OR p.proc_id = sqlc.arg(proc_id)::text);

-- name: Named :many
SELECT g.code, g.name_kor, g.name_eng, p.group_code, p.proc_id
  FROM game_game g JOIN game_product p USING (proc_id) WHERE g.code = ANY (sqlc.arg(codes)::text[]);

-- name: Reserve :exec
INSERT INTO game_launch (token, site_id, member_id, session_id, vendor_id, game_code, currency, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: LockSession :exec
-- Launching and closing of one session happen one after the other, so that the newest GAME event tells the truth.
SELECT pg_advisory_xact_lock(hashtextextended('game_launch|' || sqlc.arg(session_id)::text, 0));

-- name: CloseOthers :exec
UPDATE game_launch SET closed_at = sqlc.arg(now) WHERE session_id = sqlc.arg(session_id) AND token <> sqlc.arg(token) AND closed_at IS NULL;

-- name: CloseOne :exec
UPDATE game_launch SET closed_at = sqlc.arg(now) WHERE token = sqlc.arg(token) AND closed_at IS NULL;

-- name: CloseSession :execrows
UPDATE game_launch SET closed_at = sqlc.arg(now) WHERE session_id = sqlc.arg(session_id) AND closed_at IS NULL;

-- name: Over :one
-- Reports whether the session's last game ran out after a moment and nothing closed it or came after it.
SELECT EXISTS (
  SELECT FROM game_launch l WHERE l.session_id = sqlc.arg(session_id) AND l.closed_at IS NULL
  HAVING max(l.expires_at) <= sqlc.arg(now)::timestamptz AND max(l.expires_at) > sqlc.arg(since)::timestamptz);

-- name: NextVersion :one
SELECT nextval('game_version')::bigint;

-- name: UpsertProduct :exec
INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image, ord) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (proc_id) DO UPDATE SET vendor_id = EXCLUDED.vendor_id, group_code = EXCLUDED.group_code, name = EXCLUDED.name,
  lobby_symbol = EXCLUDED.lobby_symbol, image = EXCLUDED.image, ord = EXCLUDED.ord;

-- name: UpsertGame :exec
INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail, is_new, is_hot, ord, rtp, lines, volatility)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (code) DO UPDATE SET proc_id = EXCLUDED.proc_id, name_kor = EXCLUDED.name_kor, name_eng = EXCLUDED.name_eng,
  thumbnail = EXCLUDED.thumbnail, is_new = EXCLUDED.is_new, is_hot = EXCLUDED.is_hot, ord = EXCLUDED.ord,
  rtp = EXCLUDED.rtp, lines = EXCLUDED.lines, volatility = EXCLUDED.volatility;

-- name: Has :one
SELECT EXISTS (SELECT FROM game_game g JOIN game_product p USING (proc_id) WHERE g.code = sqlc.arg(code) AND p.vendor_id = sqlc.arg(vendor))::boolean;

-- name: AllProducts :many
-- The whole catalogue, with how many games each product has.
SELECT p.proc_id, p.vendor_id, p.group_code, p.name, p.active, (SELECT count(*) FROM game_game g WHERE g.proc_id = p.proc_id)::int AS games
  FROM game_product p ORDER BY p.group_code, p.ord, p.proc_id;

-- name: FindGames :many
-- Empty: any. codes: only these.
SELECT g.code, g.proc_id, p.name AS product, p.vendor_id, p.group_code, g.name_kor, g.name_eng, g.thumbnail, g.is_new, g.is_hot, g.ord,
       (g.active AND p.active)::boolean AS active, g.version, count(*) OVER () AS total
  FROM game_game g JOIN game_product p USING (proc_id)
 WHERE (sqlc.arg(product)::text = '' OR p.proc_id = sqlc.arg(product)) AND (sqlc.arg(vendor)::text = '' OR p.vendor_id = sqlc.arg(vendor))
   AND (sqlc.arg(text)::text = '' OR CASE search_fold(sqlc.arg(text)::text) WHEN '' THEN strpos(g.code || E'\n' || g.name_kor || E'\n' || g.name_eng, sqlc.arg(text)::text) > 0 ELSE search_fold(g.code || E'\n' || g.name_kor || E'\n' || g.name_eng) LIKE '%' || search_fold(sqlc.arg(text)::text) || '%' END)
   AND (sqlc.narg(codes)::text[] IS NULL OR g.code = ANY (sqlc.narg(codes)::text[]))
 ORDER BY p.group_code, p.ord, p.proc_id, g.ord, g.code LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: LockGame :one
SELECT ord, is_new, is_hot, thumbnail, version FROM game_game WHERE code = $1 FOR NO KEY UPDATE;

-- name: ChangeGame :exec
UPDATE game_game SET ord = $2, is_new = $3, is_hot = $4, thumbnail = $5, version = version + 1 WHERE code = $1;

-- name: InCatalogue :one
-- Reports whether the catalogue has a product, or a game.
SELECT CASE WHEN sqlc.arg(kind)::text = 'product' THEN EXISTS (SELECT FROM game_product p WHERE p.proc_id = sqlc.arg(key)::text)
            ELSE EXISTS (SELECT FROM game_game g WHERE g.code = sqlc.arg(key)::text) END::boolean;

-- name: OfferName :many
-- What members call a game, a product or a provider; the last is known by its first product.
(SELECT name_kor, name_eng FROM game_game WHERE sqlc.arg(kind)::text = 'game' AND code = sqlc.arg(key)::text)
UNION ALL
(SELECT name, name FROM game_product WHERE sqlc.arg(kind)::text = 'product' AND proc_id = sqlc.arg(key)::text)
UNION ALL
(SELECT name, name FROM game_product WHERE sqlc.arg(kind)::text = 'vendor' AND vendor_id = sqlc.arg(key)::text ORDER BY ord, proc_id LIMIT 1);

-- name: AddProduct :execrows
INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image, ord) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING;

-- name: AddGame :execrows
INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail, is_new, is_hot, ord, rtp, lines, volatility)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING;

-- name: LockLobby :one
-- The last position in the lobby of a product, -1 of an empty one; games are added to it one after the other.
SELECT (SELECT coalesce(max(g.ord), -1) FROM game_game g WHERE g.proc_id = p.proc_id)::int AS last FROM game_product p WHERE p.proc_id = $1
   FOR NO KEY UPDATE OF p;

-- name: SetProductActive :execrows
UPDATE game_product SET active = $2 WHERE proc_id = $1 AND active <> $2;

-- name: SetGameActive :execrows
UPDATE game_game SET active = $2 WHERE code = $1 AND active <> $2;
