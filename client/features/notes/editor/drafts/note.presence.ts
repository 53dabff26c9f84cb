import { openChannel } from '#client/platform/browser/broadcast.ts'
import { hold, onceFree } from './note.locks.ts'

/** What the tabs of one browser tell each other about the notes that they have open for writing. */
type Word = { is: 'open' | 'alsoOpen' | 'closed'; what: string; tab: string }

interface PresenceParts {
  /** Names the note and its writer. */
  what: string
  /** Names this tab's editor. */
  tab: string
  /** Called with whether another tab has it open, whenever that changes. */
  onChange: (hasOthers: boolean) => void
}

const lockOf = (tab: string) => `geulmaru-writing/${tab}`

/**
 * Tells the other tabs that this one writes on a note, and hears it from them, and from the browser when one of them
 * died. Answers how to say that it is over.
 */
export function announceWriting({ what, tab, onChange }: PresenceParts): () => void {
  const channel = openChannel<Word>('geulmaru-writing')
  if (channel === null) return () => undefined
  const others = new Set<string>()
  const leaving = new AbortController()
  let isTold = false
  const say = (is: Word['is']) => channel.post({ is, what, tab })

  function meet(other: string) {
    if (others.has(other)) return
    others.add(other)
    if (others.size === 1) onChange(true)
    onceFree(lockOf(other), leaving.signal, () => forget(other))
  }

  function forget(other: string) {
    if (others.delete(other) && others.size === 0) onChange(false)
  }

  channel.onMessage(data => {
    if (data.what !== what) return
    if (data.is === 'closed') forget(data.tab)
    else meet(data.tab)
    if (data.is === 'open' && isTold) say('alsoOpen')
  })
  // Not before the lock is held: whoever hears of this tab waits for that to be free.
  const letGo = hold(lockOf(tab), () => {
    isTold = true
    say('open')
  })
  return () => {
    say('closed')
    leaving.abort()
    letGo()
    channel.close()
  }
}
