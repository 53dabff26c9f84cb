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

/** Tells the other tabs that this one writes on a note, and hears it from them. Answers how to say that it is over. */
export function announceWriting({ what, tab, onChange }: PresenceParts): () => void {
  const channel = new BroadcastChannel('geulmaru-writing')
  const others = new Set<string>()
  const say = (is: Word['is']) => channel.postMessage({ is, what, tab } satisfies Word)

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.what !== what) return
    const hadOthers = others.size > 0
    if (data.is === 'closed') others.delete(data.tab)
    else others.add(data.tab)
    if (data.is === 'open') say('alsoOpen')
    if (others.size > 0 !== hadOthers) onChange(others.size > 0)
  }
  say('open')
  return () => {
    say('closed')
    channel.close()
  }
}
