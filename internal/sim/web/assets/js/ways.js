/** How many ways lead through the window of a game that pays them. */
export const waysOf = (game) => game.rows ** game.columns;
