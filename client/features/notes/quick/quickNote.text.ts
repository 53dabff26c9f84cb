import { useEffect, useEffectEvent, useState } from 'react'
import { createHeldByPage } from '#client/platform/browser/beforeUnloadStore.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const keyOf = (userNo: number) => `quick_note/${userNo}`
const requestKeyOf = (userNo: number) => `quick_note_key/${userNo}`
const askedKeyOf = (userNo: number) => `quick_note_asked/${userNo}`

/** What this device has no room for: whoever goes on to another screen still finds it. */
const unkept = createHeldByPage<string>()

/** The text of each person that this page has put on the device, or found there: any other there is another tab's, and stays. */
const ours = new Map<number, string>()

const read = (key: string) => unkept.get(key) ?? readStored(key)

/** Answers whether the device has it. */
function write(key: string, value: string, canBeKept = true): boolean {
  const isKept = canBeKept && writeStored(key, value)
  if (isKept) unkept.drop(key)
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
  const [written, setWritten] = useState(() => findWritten(userNo))

  function type(text: string): void {
    const typed = withKey(text)
    forgetAsked(userNo, written.requestKey)
    if (text === '') forgetOurs(userNo)
    else keep(userNo, typed)
    setWritten({ ...typed, isUnkept: isQuickTextUnkept(userNo) })
  }

  // Not where something else stands by now.
  const follow = useEffectEvent((before: string) => {
    if (written.text === before) setWritten(findWritten(userNo))
  })
  useEffect(() => onQuickTextChanged(userNo, follow), [userNo])

  return { ...written, type }
}

interface Written extends QuickText {
  /** Only this page has it. */
  isUnkept: boolean
}

function findWritten(userNo: number): Written {
  const text = read(keyOf(userNo)) ?? ''
  const isUnkept = isQuickTextUnkept(userNo)
  if (!isUnkept) ours.set(userNo, text)
  return { text, requestKey: read(requestKeyOf(userNo)) ?? makeRequestKey(), isUnkept }
}

function withKey(text: string): Written {
  return { text, requestKey: makeRequestKey(), isUnkept: false }
}

/** The key goes first: another tab follows the text, and finds its key there by then. */
function keep(userNo: number, { text, requestKey }: QuickText): void {
  const keyOfKey = requestKeyOf(userNo)
  const earlier = readStored(keyOfKey)
  const isKept = write(keyOf(userNo), text, writeStored(keyOfKey, requestKey))
  if (isKept) {
    unkept.drop(keyOfKey)
    ours.set(userNo, text)
    return
  }
  unkept.put(keyOfKey, requestKey)
  // The device has an earlier text, which no other tab is to take for this one.
  writeStored(keyOfKey, earlier)
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

/** It waits for its person. What is asked for under another key is another tab's. */
export function forgetAsked(userNo: number, requestKey: string): void {
  const key = askedKeyOf(userNo)
  if (unkept.get(key) === requestKey) unkept.drop(key)
  if (readStored(key) === requestKey) writeStored(key, null)
}

/** What is to become a note by itself. */
export function askedQuickText(userNo: number): QuickText | null {
  const text = read(keyOf(userNo))
  const requestKey = read(requestKeyOf(userNo))
  if (text === null || requestKey === null || read(askedKeyOf(userNo)) !== requestKey) return null
  return { text, requestKey }
}

const listeners = new Set<(before: string) => void>()

/**
 * Hears what stood on the device, or here, when it has become a note, or something else in another tab: what is written in one is not
 * to be lost by what is written in another. Returns how to hear no more.
 */
function onQuickTextChanged(userNo: number, receive: (before: string) => void): () => void {
  const elsewhere = new AbortController()
  function receiveOfTab({ key, oldValue }: StorageEvent) {
    if (key === keyOf(userNo)) receive(oldValue ?? '')
  }
  window.addEventListener('storage', receiveOfTab, elsewhere)
  listeners.add(receive)
  return () => {
    listeners.delete(receive)
    elsewhere.abort()
  }
}

/** It is a note by now, also if its screen was left meanwhile; unless somebody has typed on. */
export function dropQuickText(userNo: number, kept: string): void {
  if (read(keyOf(userNo)) === kept) forgetOurs(userNo, kept)
  for (const receive of [...listeners]) receive(kept)
}

/** All that this page holds, and of what the device has what is this page's, or the text that has become a note. */
function forgetOurs(userNo: number, kept?: string): void {
  const stored = readStored(keyOf(userNo))
  const isOurs = stored === kept || stored === ours.get(userNo)
  for (const key of keysOf(userNo)) {
    unkept.drop(key)
    if (isOurs) writeStored(key, null)
  }
}

const keysOf = (userNo: number) => [keyOf, requestKeyOf, askedKeyOf].map(key => key(userNo))

/** When the account is gone. */
export function forgetQuickText(userNo: number): void {
  for (const key of keysOf(userNo)) {
    unkept.drop(key)
    writeStored(key, null)
  }
  writeStored(topicKeyOf(userNo), null)
}
