import { useEffect, useEffectEvent, useRef, useState } from 'react'
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

  const isComposing = useRef(false)
  const savedMeanwhile = useRef('')

  /** Removes the saved text from the field. The user may have typed more behind it meanwhile, which becomes the next note. */
  function removeSaved(saved: string): void {
    if (saved === '' || current.text === saved || !current.text.startsWith(saved)) return
    if (isComposing.current) savedMeanwhile.current = saved
    else type(current.text.slice(saved.length).trimStart())
  }

  function setComposing(isOn: boolean): void {
    isComposing.current = isOn
    if (isOn) return
    removeSaved(savedMeanwhile.current)
    savedMeanwhile.current = ''
  }

  const onSaved = useEffectEvent((saved: string) => {
    reload(saved)
    removeSaved(saved)
  })
  useEffect(() => onQuickTextChanged(userNo, { onReplaced: reload, onSaved }), [userNo])

  return { ...current, type, setComposing }
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

interface QuickTextListener {
  /** The text was replaced in another tab. */
  onReplaced(before: string): void
  /** The text was saved as a note. */
  onSaved(saved: string): void
}

const saveListeners = new Set<QuickTextListener['onSaved']>()

/** Returns the unsubscribe function. */
function onQuickTextChanged(userNo: number, { onReplaced, onSaved }: QuickTextListener): () => void {
  const aborter = new AbortController()
  function onStorage({ key, oldValue }: StorageEvent) {
    if (key === keyOf(userNo)) onReplaced(oldValue ?? '')
  }
  window.addEventListener('storage', onStorage, aborter)
  saveListeners.add(onSaved)
  return () => {
    saveListeners.delete(onSaved)
    aborter.abort()
  }
}

/** Clears a text that was saved as a note, unless it has changed. Works after the form has unmounted, too. */
export function clearSavedQuickText(userNo: number, savedText: string): void {
  if (read(keyOf(userNo)) === savedText) clearOwnText(userNo, savedText)
  for (const onSaved of [...saveListeners]) onSaved(savedText)
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
