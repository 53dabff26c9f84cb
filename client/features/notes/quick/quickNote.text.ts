import { useState } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const keyOf = (userNo: number) => `quick_note/${userNo}`

/**
 * What is written and not kept as a note yet stays on this device, for whoever wrote it alone. Each text has a request key of
 * its own: sent twice it is one note, and changed after an answer was lost it is another one.
 */
export function useQuickText(userNo: number) {
  const [written, setWritten] = useState(() => withKey(readStored(keyOf(userNo)) ?? ''))

  function type(text: string): void {
    setWritten(withKey(text))
    writeStored(keyOf(userNo), text === '' ? null : text)
  }

  /** Once it is a note, unless somebody has typed on. */
  function clear(kept: string): void {
    setWritten(now => (now.text === kept ? withKey('') : now))
    if (readStored(keyOf(userNo)) === kept) writeStored(keyOf(userNo), null)
  }

  return { ...written, type, clear }
}

function withKey(text: string) {
  return { text, requestKey: makeRequestKey() }
}

/** When the account is gone. */
export function forgetQuickText(userNo: number): void {
  writeStored(keyOf(userNo), null)
}
