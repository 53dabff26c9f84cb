import { useEffect, useEffectEvent, useState } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { createBeforeUnloadStore, readStored, writeStored } from '#client/platform/browser/storage.ts'

const keyOf = (userNo: number) => `quick_note/${userNo}`
const requestKeyOf = (userNo: number) => `quick_note_key/${userNo}`
const requestedKeyOf = (userNo: number) => `quick_note_asked/${userNo}`

/** Values that local storage rejected. They last as long as the page. */
const memoryTexts = createBeforeUnloadStore<string>()

/** The text per user that this page has stored or read. Any other stored text belongs to another tab and is not deleted. */
const ownTexts = new Map<number, string>()

const read = (key: string) => memoryTexts.get(key) ?? readStored(key)

/** Returns whether local storage took the value. */
function write(key: string, value: string, canStore = true): boolean {
  const isStored = canStore && writeStored(key, value)
  if (isStored) memoryTexts.drop(key)
  else memoryTexts.put(key, value)
  return isStored
}

export const isQuickTextOnlyInMemory = (userNo: number) => memoryTexts.get(keyOf(userNo)) !== undefined

export interface QuickText {
  text: string
  requestKey: string
}

/**
 * The unsaved text of the user, stored on this device. Each change gets a new request key: sending the same text twice creates one note,
 * and a text that changed after a lost response creates another note.
 */
export function useQuickText(userNo: number) {
  const [current, setCurrent] = useState(() => readQuickText(userNo))

  function type(text: string): void {
    const typed = createQuickText(text)
    cancelQuickNoteSave(userNo, current.requestKey)
    if (text === '') clearOwnText(userNo)
    else storeQuickText(userNo, typed)
    setCurrent({ ...typed, isOnlyInMemory: isQuickTextOnlyInMemory(userNo) })
  }

  // Keeps a text that has changed meanwhile.
  const reload = useEffectEvent((before: string) => {
    if (current.text === before) setCurrent(readQuickText(userNo))
  })
  useEffect(() => onQuickTextChanged(userNo, reload), [userNo])

  return { ...current, type }
}

interface QuickTextState extends QuickText {
  isOnlyInMemory: boolean
}

function readQuickText(userNo: number): QuickTextState {
  const text = read(keyOf(userNo)) ?? ''
  const isOnlyInMemory = isQuickTextOnlyInMemory(userNo)
  if (!isOnlyInMemory) ownTexts.set(userNo, text)
  return { text, requestKey: read(requestKeyOf(userNo)) ?? makeRequestKey(), isOnlyInMemory }
}

function createQuickText(text: string): QuickTextState {
  return { text, requestKey: makeRequestKey(), isOnlyInMemory: false }
}

/** Stores the key first, because other tabs read it when the text changes. */
function storeQuickText(userNo: number, { text, requestKey }: QuickText): void {
  const keyOfKey = requestKeyOf(userNo)
  const previousKey = readStored(keyOfKey)
  const isStored = write(keyOf(userNo), text, writeStored(keyOfKey, requestKey))
  if (isStored) {
    memoryTexts.drop(keyOfKey)
    ownTexts.set(userNo, text)
    return
  }
  memoryTexts.put(keyOfKey, requestKey)
  // Local storage still has the previous text, so restore its key.
  writeStored(keyOfKey, previousKey)
}

const topicKeyOf = (userNo: number) => `quick_topic/${userNo}`

/** Last known topic for quick notes, for offline use. */
export function readQuickTopic(userNo: number): number | null {
  const stored = readStored(topicKeyOf(userNo))
  return stored === null ? null : Number(stored)
}

export function storeQuickTopic(userNo: number, topicNo: number): void {
  writeStored(topicKeyOf(userNo), String(topicNo))
}

/** Marks the text for saving. `QuickNoteSender` saves it as soon as there is a connection, unless the user changes the text. */
export function requestQuickNoteSave(userNo: number, requestKey: string): void {
  write(requestedKeyOf(userNo), requestKey, !isQuickTextOnlyInMemory(userNo))
}

/** Cancels the automatic save. A request under another key belongs to another tab. */
export function cancelQuickNoteSave(userNo: number, requestKey: string): void {
  const key = requestedKeyOf(userNo)
  if (memoryTexts.get(key) === requestKey) memoryTexts.drop(key)
  if (readStored(key) === requestKey) writeStored(key, null)
}

/** The text that is marked for saving. */
export function findRequestedQuickText(userNo: number): QuickText | null {
  const text = read(keyOf(userNo))
  const requestKey = read(requestKeyOf(userNo))
  if (text === null || requestKey === null || read(requestedKeyOf(userNo)) !== requestKey) return null
  return { text, requestKey }
}

/** Whether this device stores a text of the user, and whether it is marked for saving. */
export function storedQuickText(userNo: number): 'requested' | 'typed' | null {
  if (isQuickTextOnlyInMemory(userNo) || !readStored(keyOf(userNo))?.trim()) return null
  return findRequestedQuickText(userNo) === null ? 'typed' : 'requested'
}

const listeners = new Set<(before: string) => void>()

/** Calls back with the previous text when that text was saved as a note or replaced in another tab. Returns the unsubscribe function. */
function onQuickTextChanged(userNo: number, listener: (before: string) => void): () => void {
  const aborter = new AbortController()
  function onStorage({ key, oldValue }: StorageEvent) {
    if (key === keyOf(userNo)) listener(oldValue ?? '')
  }
  window.addEventListener('storage', onStorage, aborter)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    aborter.abort()
  }
}

/** Clears a text that was saved as a note, unless it has changed. Works after the form has unmounted, too. */
export function clearSavedQuickText(userNo: number, savedText: string): void {
  if (read(keyOf(userNo)) === savedText) clearOwnText(userNo, savedText)
  for (const listener of [...listeners]) listener(savedText)
}

/** Clears the text in memory, and the stored text if it is this page's own or was saved as a note. */
function clearOwnText(userNo: number, savedText?: string): void {
  const stored = readStored(keyOf(userNo))
  const isOwn = stored === savedText || stored === ownTexts.get(userNo)
  for (const key of keysOf(userNo)) {
    memoryTexts.drop(key)
    if (isOwn) writeStored(key, null)
  }
}

const keysOf = (userNo: number) => [keyOf, requestKeyOf, requestedKeyOf].map(key => key(userNo))

/** Clears everything of a deleted account. */
export function clearQuickText(userNo: number): void {
  for (const key of keysOf(userNo)) {
    memoryTexts.drop(key)
    writeStored(key, null)
  }
  writeStored(topicKeyOf(userNo), null)
}
