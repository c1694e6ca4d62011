-- name: Ask :many
SELECT refusal::text AS refusal, nick::text AS nick, coalesce(least(wager_room, loss_room) <= 0, false)::boolean AS spent
  FROM betgate_ask(sqlc.arg(member), sqlc.arg(vendor), sqlc.arg(game), '', sqlc.arg(max_stake), sqlc.arg(max_win), sqlc.arg(now));
