/** How long signing out waits at the most for what must reach the server first, in milliseconds. */
export const WAITS_AT_MOST_MS = 3_000

type Task = () => Promise<unknown>
const tasks = new Set<Task>()

/** What can be done only with the session, and must not be lost with it. Returns how to take it out again. */
export function beforeSigningOut(task: Task): () => void {
  tasks.add(task)
  return () => {
    tasks.delete(task)
  }
}

/** Begins all of it at once; resolves when it is done, or has taken too long. Never rejects. */
export async function finishBeforeSigningOut(): Promise<void> {
  if (tasks.size > 0) await whileSigningOutWaits(Promise.allSettled([...tasks].map(task => task())))
}

/** Resolves when the work is done, or has taken longer than signing out waits. Rejects as it does. */
export function whileSigningOutWaits(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise(resolve => setTimeout(resolve, WAITS_AT_MOST_MS))])
}
