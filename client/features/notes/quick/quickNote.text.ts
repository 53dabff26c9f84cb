import { useState } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const keyOf = (userNo: number) => `quick_note/${userNo}`
const requestKeyOf = (userNo: number) => `quick_note_key/${userNo}`

/**
 * What is written and not kept as a note yet stays on this device, for whoever wrote it alone. Each text has a request key of
 * its own: sent twice it is one note, and changed after an answer was lost it is another one.
 */
export function useQuickText(userNo: number) {
  const [written, setWritten] = useState(() => ({
    text: readStored(keyOf(userNo)) ?? '',
    requestKey: readStored(requestKeyOf(userNo)) ?? makeRequestKey(),
  }))

  function type(text: string): void {
    const typed = withKey(text)
    setWritten(typed)
    writeStored(keyOf(userNo), text === '' ? null : text)
    writeStored(requestKeyOf(userNo), text === '' ? null : typed.requestKey)
  }

  /** Once it is a note, unless somebody has typed on. */
  function clear(kept: string): void {
    setWritten(now => (now.text === kept ? withKey('') : now))
  }

  return { ...written, type, clear }
}

function withKey(text: string) {
  return { text, requestKey: makeRequestKey() }
}

const topicKeyOf = (userNo: number) => `quick_topic/${userNo}`

/** The number of the topic for quick notes, as far as this device knows it: without a line nobody can be asked. */
export function knownQuickTopic(userNo: number): number | null {
  const stored = readStored(topicKeyOf(userNo))
  return stored === null ? null : Number(stored)
}

export function rememberQuickTopic(userNo: number, topicNo: number): void {
  writeStored(topicKeyOf(userNo), String(topicNo))
}

/** It is a note by now, also if its screen was left meanwhile; unless somebody has typed on. */
export function dropQuickText(userNo: number, kept: string): void {
  if (readStored(keyOf(userNo)) !== kept) return
  writeStored(keyOf(userNo), null)
  writeStored(requestKeyOf(userNo), null)
}

/** When the account is gone. */
export function forgetQuickText(userNo: number): void {
  writeStored(keyOf(userNo), null)
  writeStored(requestKeyOf(userNo), null)
  writeStored(topicKeyOf(userNo), null)
}
