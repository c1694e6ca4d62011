/**
 * The test document asks for its frames with setInterval when one is wanted, and counts on it until none is. If that happens under
 * fake timers, the document has no frame again, and moves no focus, in this file and in those after it. So one frame is always wanted.
 */
const draw = window.requestAnimationFrame;
const keepDrawing = () => void draw(keepDrawing);
keepDrawing();

export {};
