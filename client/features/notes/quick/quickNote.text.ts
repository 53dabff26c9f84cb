import { useEffect, useState } from 'react'
import { createHeldByPage } from '#client/platform/browser/heldByPage.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const keyOf = (userNo: number) => `quick_note/${userNo}`
const requestKeyOf = (userNo: number) => `quick_note_key/${userNo}`
const askedKeyOf = (userNo: number) => `quick_note_asked/${userNo}`

/** What this device has no room for: whoever goes on to another screen still finds it. */
const unkept = createHeldByPage<string>()

const read = (key: string) => unkept.get(key) ?? readStored(key)

/** Answers whether the device has it. */
function write(key: string, value: string | null, mayBeKept = true): boolean {
  const isKept = mayBeKept && writeStored(key, value)
  if (isKept || value === null) unkept.drop(key)
  else unkept.put(key, value)
  return isKept
}

/** Whether only this page has what is written. */
export const isQuickTextUnkept = (userNo: number) => unkept.get(keyOf(userNo)) !== undefined

export interface QuickText {
  text: string
  requestKey: string
}

/**
 * What is written and not kept as a note yet stays on this device, for whoever wrote it alone. Each text has a request key of
 * its own: sent twice it is one note, and changed after an answer was lost it is another one.
 */
export function useQuickText(userNo: number) {
  const [written, setWritten] = useState(() => ({
    text: read(keyOf(userNo)) ?? '',
    requestKey: read(requestKeyOf(userNo)) ?? makeRequestKey(),
  }))

  function type(text: string): void {
    const typed = withKey(text)
    setWritten(typed)
    const isKept = write(keyOf(userNo), text === '' ? null : text)
    // The device has an earlier text then: no other tab is to take that for this one, nor for what is to become a note.
    write(requestKeyOf(userNo), text === '' ? null : typed.requestKey, isKept)
    if (!isKept) forgetAsked(userNo)
  }

  // Once it is a note, by whichever tab, unless somebody has typed on.
  useEffect(
    () => onQuickTextDropped(userNo, kept => setWritten(now => (now.text === kept ? withKey('') : now))),
    [userNo],
  )

  return { ...written, type }
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

/**
 * What is written is to become a note: from now on it does so by itself as soon as there is a line (QuickNoteSender.tsx), unless somebody
 * types on, for that is another text.
 */
export function noteAsked(userNo: number, requestKey: string): void {
  write(askedKeyOf(userNo), requestKey, !isQuickTextUnkept(userNo))
}

/** It waits for its person. */
export function forgetAsked(userNo: number): void {
  write(askedKeyOf(userNo), null)
}

/** What is to become a note by itself. */
export function askedQuickText(userNo: number): QuickText | null {
  const text = read(keyOf(userNo))
  const requestKey = read(requestKeyOf(userNo))
  if (text === null || requestKey === null || read(askedKeyOf(userNo)) !== requestKey) return null
  return { text, requestKey }
}

const listeners = new Set<(kept: string) => void>()

/** Hears what has become a note, in this tab or in another one. Returns how to hear no more. */
function onQuickTextDropped(userNo: number, hear: (kept: string) => void): () => void {
  const elsewhere = new AbortController()
  function hearOfTab({ key, oldValue, newValue }: StorageEvent) {
    if (key === keyOf(userNo) && newValue === null && oldValue !== null) hear(oldValue)
  }
  window.addEventListener('storage', hearOfTab, elsewhere)
  listeners.add(hear)
  return () => {
    listeners.delete(hear)
    elsewhere.abort()
  }
}

/** It is a note by now, also if its screen was left meanwhile; unless somebody has typed on. */
export function dropQuickText(userNo: number, kept: string): void {
  for (const hear of [...listeners]) hear(kept)
  if (read(keyOf(userNo)) === kept) forgetWritten(userNo)
}

function forgetWritten(userNo: number): void {
  for (const key of [keyOf, requestKeyOf, askedKeyOf]) write(key(userNo), null)
}

/** When the account is gone. */
export function forgetQuickText(userNo: number): void {
  forgetWritten(userNo)
  writeStored(topicKeyOf(userNo), null)
}
