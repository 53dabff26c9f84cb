import { getDefaultStore } from 'jotai'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { TimeLimitError, withTimeout } from '#client/platform/browser/timers.ts'
import { authAtom } from './session.ts'
import { onTabMessage, postToTabs } from './tabs.ts'
import { viewStateAtom } from './viewState.ts'

/** How long signing out waits for the tasks that have to reach the server first, in milliseconds. */
const SIGN_OUT_TIMEOUT_MS = 3_000

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

/** Resolves when the work is done or has failed, or when the time-out has passed. */
function withSignOutTimeout(work: Promise<unknown>): Promise<unknown> {
  return withTimeout(work, SIGN_OUT_TIMEOUT_MS, () => new TimeLimitError()).catch(() => undefined)
}

/** Returns a sentence for the user, or null. */
type Check = () => Promise<string | null>
const unsentChecks: Check[] = []
const localDataChecks: Check[] = []
let loadChecks: () => Promise<unknown> = () => Promise.resolve()

/** Registers a check for content that signing out would leave unsent. */
export function registerUnsentCheck(check: Check): void {
  unsentChecks.push(check)
}

/** Registers a check for content that stays on this device and that the user has not asked to send. */
export function registerLocalDataCheck(check: Check): void {
  localDataChecks.push(check)
}

/** Sets the function that loads all modules with checks: a page that has just been loaded may not have them yet. */
export function setUnsentCheckLoader(load: () => Promise<unknown>): void {
  loadChecks = load
}

/**
 * Sends what can be sent, in the other tabs as well. Returns sentences about what could not be sent, and about what stays on this
 * device without being lost. Never rejects.
 */
export async function collectUnsent(): Promise<{ unsent: string[]; staying: string[] }> {
  const { userNo } = getDefaultStore().get(authAtom)
  const [here, elsewhere] = await Promise.all([flushThisTab(), flushOtherTabs(userNo)])
  return { unsent: [...new Set([...here, ...elsewhere])], staying: await runChecks(localDataChecks) }
}

/** Sends what can be sent from this tab, and returns sentences about the rest. Never rejects. */
async function flushThisTab(): Promise<string[]> {
  // If the checks are not loaded in time, only the loaded ones run.
  await Promise.all([runBeforeSignOutTasks(), withSignOutTimeout(loadChecks())])
  return runChecks(unsentChecks)
}

async function runChecks(checks: readonly Check[]): Promise<string[]> {
  const results = await Promise.allSettled(checks.map(check => check()))
  return results.flatMap(result => (result.status === 'fulfilled' ? (result.value ?? []) : []))
}

/** The sentences that the user has to confirm before signing out; empty while the dialog is closed. */
export const unsentMessagesAtom = viewStateAtom<readonly string[]>([])

/**
 * How long another tab may take to reply that it has begun, in milliseconds. An active tab replies within a few milliseconds, on a busy
 * device within a few hundred; a tab that the browser has suspended is not waited for.
 */
const BEGIN_TIMEOUT_MS = 500
/** The other tabs use the same time-out as this one, and then report what they could not send. */
const FINISH_TIMEOUT_MS = SIGN_OUT_TIMEOUT_MS + 500

/**
 * Asks the user's other tabs, which share the session, to send their content, and waits for those that reply. Returns sentences about
 * what they could not send. Never rejects.
 */
async function flushOtherTabs(userNo: number): Promise<string[]> {
  const sendingTabs = new Set<string>()
  const unsent: string[] = []
  await new Promise<void>(resolve => {
    let hasWaited = false
    const resolveIfDone = () => {
      if (!hasWaited || sendingTabs.size > 0) return
      clearTimeout(timeout)
      unsubscribe()
      resolve()
    }
    const unsubscribe = onTabMessage(message => {
      if (message.kind === 'finishing') sendingTabs.add(message.key)
      if (message.kind === 'finished' && sendingTabs.delete(message.key)) unsent.push(...message.unsent)
      resolveIfDone()
    })
    const timeout = setTimeout(() => {
      sendingTabs.clear()
      resolveIfDone()
    }, FINISH_TIMEOUT_MS)
    setTimeout(() => {
      hasWaited = true
      resolveIfDone()
    }, BEGIN_TIMEOUT_MS)
    postToTabs({ kind: 'leaving', userNo })
  })
  return unsent
}

/** Runs in this tab when the user signs out in another one. */
export async function flushForOtherTab(): Promise<void> {
  const key = makeRequestKey()
  postToTabs({ kind: 'finishing', key })
  postToTabs({ kind: 'finished', key, unsent: await flushThisTab() })
}
