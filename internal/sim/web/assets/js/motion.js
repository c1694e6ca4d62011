// What canvases that move share: moves of a given length, and sparks.

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A picture that moves. It has wake(), which asks for a frame; a frame calls the moves with its time. */
export class Motion {
  moves = new Set();
  particles = [];
  last = 0; // time of the last frame

  /** Keeps drawing until the returned promise ends: step gets 0 … 1 and draws nothing itself. */
  animate(length, step) {
    const began = performance.now();
    return new Promise((done) => {
      const move = (now) => {
        const at = Math.min(Math.max((now - began) / length, 0), 1);
        step(at);
        if (at >= 1) {
          this.moves.delete(move);
          done();
        }
      };
      this.moves.add(move);
      this.wake();
    });
  }

  emit(list) {
    if (calm.matches) return;
    this.particles.push(...list);
    this.wake();
  }

  /** Draws the particles as they are so many seconds later; one with a ring is hollow. */
  sparks(c, passed) {
    this.particles = this.particles.filter((p) => (p.age += passed) < p.life);
    for (const p of this.particles) {
      p.vy += p.gravity * passed;
      p.x += p.vx * passed;
      p.y += p.vy * passed;
      const rest = 1 - p.age / p.life;
      c.globalAlpha = Math.min(1, rest * 1.6);
      c.beginPath();
      c.arc(p.x, p.y, p.size * (0.4 + rest * 0.6), 0, 7);
      if (p.ring) {
        c.strokeStyle = p.color;
        c.lineWidth = 1.4;
        c.stroke();
      } else {
        c.fillStyle = p.color;
        c.fill();
      }
    }
    c.globalAlpha = 1;
  }
}
