/**
 * Test only: how many milliseconds a test waits for a state before it calls the state missing. The machine may be busy or slow, so no
 * wait of a test may end sooner. Set TEST_PATIENCE_MS to see a test that fails do so at once.
 */
export const PATIENCE = Number(process.env.TEST_PATIENCE_MS ?? 5 * 60 * 1_000);
