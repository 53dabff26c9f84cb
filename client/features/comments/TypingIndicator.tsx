import { useEffect, useRef, useState } from 'react'
import { emitVolatile, onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { TypingDots } from '#client/ui/Decorative.tsx'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'

/** The line stays empty, so that nothing moves. */
export function TypingIndicator({ names }: { names: readonly string[] }) {
  return (
    <p className="comments__typing" role="status">
      {names.length > 0 && <TypingDots />}
      {typingText(names)}
    </p>
  )
}

/** Empty if nobody is typing. */
export function typingText([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  if (others.length > 0) return t('comments.composingMany', { count: others.length + 1 })
  return t('comments.composing', { name: first })
}

/** A member without a typing event for this long has stopped. */
const TYPING_EXPIRES_MS = 2.5 * COMPOSING_PERIOD_MS

export interface TypingMember {
  noteNo: number
  userNo: number
  userName: string
  /** The passage that the member writes about. Absent if the comment is about the whole note. */
  passage?: Passage | undefined
}

/** The other members who are typing. */
export function useTypingMembers(hubNo: number, myNo: number): readonly TypingMember[] {
  const [typing, setTyping] = useState<readonly TypingMember[]>([])

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    function stop(noteNo: number, userNo: number) {
      const key = `${noteNo} ${userNo}`
      clearTimeout(timers.get(key))
      if (timers.delete(key)) setTyping(known => without(known, noteNo, userNo))
    }

    const cleanups = [
      onEvent('comment:composing', ({ hubNo: eventHubNo, noteNo, userNo, userName, passage }) => {
        if (eventHubNo !== hubNo || userNo === myNo) return
        const key = `${noteNo} ${userNo}`
        clearTimeout(timers.get(key))
        timers.set(
          key,
          setTimeout(() => stop(noteNo, userNo), TYPING_EXPIRES_MS),
        )
        setTyping(known => withMember(known, { noteNo, userNo, userName, passage }))
      }),
      onEvent('comment:posted', event => event.hubNo === hubNo && stop(event.noteNo, event.comment.writerNo)),
    ]
    return () => {
      for (const unsubscribe of cleanups) unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      setTyping([])
    }
  }, [hubNo, myNo])

  return typing
}

/** Returns the same array if the member is known to write there. */
function withMember(typing: readonly TypingMember[], member: TypingMember): readonly TypingMember[] {
  const { noteNo, userNo, passage } = member
  const targetOf = (target: Passage | undefined) => target && passageKey(target)
  const known = typing.find(other => other.noteNo === noteNo && other.userNo === userNo)
  if (known && targetOf(known.passage) === targetOf(passage)) return typing
  return [...without(typing, noteNo, userNo), member]
}

/** Names of the other members who are typing, by note. */
export function useTypingMembersInHub(hubNo: number, myNo: number): ReadonlyMap<number, readonly string[]> {
  const members = useTypingMembers(hubNo, myNo)
  const names = new Map<number, string[]>()
  for (const { noteNo, userName } of members) names.set(noteNo, [...(names.get(noteNo) ?? []), userName])
  return names
}

function without(typing: readonly TypingMember[], noteNo: number, userNo: number): TypingMember[] {
  return typing.filter(known => known.noteNo !== noteNo || known.userNo !== userNo)
}

/** Names of the members who type anywhere in a hub. */
export function useAllTypingNames(hubNo: number, myNo: number): readonly string[] {
  return [...new Set([...useTypingMembersInHub(hubNo, myNo).values()].flat())]
}

/** Publishes typing events, throttled. The posted comment ends the indicator at the others. */
export function useTypingReport(hubNo: number, noteNo: number) {
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    sendTyping(passage: Passage | undefined) {
      const now = performance.now()
      if (now - sentAt.current < COMPOSING_PERIOD_MS) return
      sentAt.current = now
      emitVolatile('comment:composing', { hubNo, noteNo, ...(passage && { passage }) })
    },
    reset() {
      sentAt.current = Number.NEGATIVE_INFINITY
    },
  }
}
