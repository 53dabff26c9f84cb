import { getDefaultStore } from 'jotai'
import { finishBeforeSigningOut, whileSigningOutWaits } from './session.leaving.ts'
import { finishInOtherTabs } from './session.others.ts'
import { authAtom } from './session.ts'
import { viewStateAtom } from './viewState.ts'

type Teller = () => Promise<string | null>
const tellers: Teller[] = []
const stayTellers: Teller[] = []
let fetchTellers: () => Promise<unknown> = () => Promise.resolve()

/** What signing out would leave unsent, in a sentence; null when nothing is. */
export function registerUnsentCheck(tell: Teller): void {
  tellers.push(tell)
}

/** What nobody has asked to be sent and stays on this device, in a sentence; null when nothing does. */
export function registerStayingCheck(tell: Teller): void {
  stayTellers.push(tell)
}

/** `fetch` brings all that tell: a page that was just loaded may not have them yet. */
export function tellersComeBy(fetch: () => Promise<unknown>): void {
  fetchTellers = fetch
}

/**
 * What could not be sent, in sentences, after what can be has been, in the other tabs as well; and what stays here without being
 * lost. Never rejects.
 */
export async function leftBehind(): Promise<{ unsent: string[]; staying: string[] }> {
  const { userNo } = getDefaultStore().get(authAtom)
  const [here, elsewhere] = await Promise.all([finishHere(), finishInOtherTabs(userNo)])
  return { unsent: [...new Set([...here, ...elsewhere])], staying: await toldBy(stayTellers) }
}

/** What could not be sent of this tab alone, after what can be has been. Never rejects. */
export async function finishHere(): Promise<string[]> {
  // When what tells does not come in time, what is there tells.
  await Promise.allSettled([finishBeforeSigningOut(), whileSigningOutWaits(fetchTellers())])
  return toldBy(tellers)
}

async function toldBy(all: readonly Teller[]): Promise<string[]> {
  const told = await Promise.allSettled(all.map(tell => tell()))
  return told.flatMap(each => (each.status === 'fulfilled' ? (each.value ?? []) : []))
}

/** What somebody is asked about before signing out; empty while nobody is asked. */
export const leftUnsentAtom = viewStateAtom<readonly string[]>([])
