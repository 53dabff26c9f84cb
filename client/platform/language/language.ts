import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'
import { type Catalogue, say, type TextKey, type TextValues, writtenNumber } from '#protocol/text/index.ts'
import { common } from '#protocol/text/ko/common.ts'
import { shell } from '#protocol/text/ko/shell.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language, languages } from '#protocol/text/languages.ts'

const STORAGE_KEY = 'language'
/** A page in the default language is more use than none. */
const RESTORE_WITHIN_MS = 10_000

let language: Language = DEFAULT_LANGUAGE
let lastChosen: Language | undefined
/** At first what the shell says; `completeCatalogue` brings the rest before any screen. */
let catalogue = { ...common, ...shell } as Catalogue
let complete: Promise<void> | undefined
const listeners = new Set<() => void>()

/**
 * A sentence in the language in use. Call it while rendering: `App` follows the language and draws everything anew, so
 * never keep its answer in a `memo`, a state or a constant.
 */
export function t<Key extends TextKey>(key: Key, ...values: TextValues<Key>): string {
  return say(catalogue, key, ...values)
}

/** A number by itself, as the language in use writes it. */
export function numberText(value: number): string {
  return writtenNumber(value, language)
}

export function currentLanguage(): Language {
  return language
}

/** The language in use, and how to change it. */
export function useLanguage() {
  return { language: useSyncExternalStore(subscribe, currentLanguage, currentLanguage), chooseLanguage }
}

/** Changes the language for good. Rejects, and changes nothing, when its sentences cannot be fetched. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  lastChosen = chosen
  const whole = await languages[chosen].load()
  // Another choice was made while the sentences were on their way.
  if (lastChosen !== chosen) return
  catalogue = whole
  complete = Promise.resolve()
  language = chosen
  document.documentElement.lang = chosen
  writeStored(STORAGE_KEY, chosen === DEFAULT_LANGUAGE ? null : chosen)
  for (const tell of listeners) tell()
}

/**
 * Before the first drawing: the choice made earlier, or the default when the choice cannot be fetched. One that is late still
 * replaces the default once it arrives.
 */
export async function restoreLanguage(): Promise<void> {
  const chosen = readStored(STORAGE_KEY)
  if (isLanguage(chosen) && chosen !== DEFAULT_LANGUAGE)
    await withTimeLimit(() => chooseLanguage(chosen), RESTORE_WITHIN_MS).catch(() => undefined)
}

/** Fetches the sentences that the first page does without, once. Rejects when that fails; ask again then. */
export function completeCatalogue(): Promise<void> {
  const wanted = language
  complete ??= languages[wanted].load().then(
    whole => {
      // Meanwhile another language may have been chosen, which came with all of its sentences.
      if (language === wanted) catalogue = whole
    },
    error => {
      complete = undefined
      throw error
    },
  )
  return complete
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
