/** How long signing out waits for the tasks that have to reach the server first, in milliseconds. */
export const SIGN_OUT_TIMEOUT_MS = 3_000

type Task = () => Promise<unknown>
const tasks = new Set<Task>()

/** Registers a task that needs the session, such as sending a text. Returns the function that unregisters it. */
export function registerBeforeSignOut(task: Task): () => void {
  tasks.add(task)
  return () => {
    tasks.delete(task)
  }
}

/** Runs all tasks at once; resolves when they are done or the time-out has passed. Never rejects. */
export async function runBeforeSignOutTasks(): Promise<void> {
  if (tasks.size > 0) await withSignOutTimeout(Promise.allSettled([...tasks].map(task => task())))
}

/** Resolves when the work is done or the time-out has passed. Rejects if the work does. */
export function withSignOutTimeout(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise(resolve => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
}
