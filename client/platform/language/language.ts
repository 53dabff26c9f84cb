import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { withTimeLimit } from '#client/platform/browser/timers.ts'
import {
  type Catalogue,
  formatText,
  localizeNumber,
  type TextKey,
  type TextValues,
} from '#protocol/text/index.ts'
import { shell } from '#protocol/text/ko/shell.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language, languages } from '#protocol/text/languages.ts'

const STORAGE_KEY = 'language'
/** In milliseconds. Then the page opens in the default language. */
const RESTORE_TIMEOUT_MS = 10_000

let language: Language = DEFAULT_LANGUAGE
let lastChosen: Language | undefined
/** At first only the messages of the shell. `completeCatalogue` loads the others before any screen. */
let catalogue = { ...shell } as Catalogue
let completion: Promise<void> | undefined
const listeners = new Set<() => void>()

/**
 * Translates a message. Call it while rendering: `App` rerenders everything when the language changes, so never keep the result in a
 * memo, a state or a constant. `App` does not rerender a memoized component, so that one calls `useLanguage`.
 */
export function t<Key extends TextKey>(key: Key, ...values: TextValues<Key>): string {
  return formatText(catalogue, key, ...values)
}

/** Formats a number for the current language. */
export function formatNumber(value: number): string {
  return localizeNumber(value, language)
}

export function currentLanguage(): Language {
  return language
}

/** The current language and its setter. */
export function useLanguage() {
  return { language: useSyncExternalStore(subscribe, currentLanguage, currentLanguage), chooseLanguage }
}

/** Changes the language and stores the choice. Rejects, and changes nothing, if the messages cannot be loaded. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (await applyLanguage(chosen)) writeStored(STORAGE_KEY, chosen === DEFAULT_LANGUAGE ? null : chosen)
}

/** Changes the language when the user changes it in another tab. Without a connection this tab may keep its language. */
export function followLanguageOfOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // Storing the choice here too would let two tabs answer each other forever.
    if (key === STORAGE_KEY)
      void applyLanguage(isLanguage(newValue) ? newValue : DEFAULT_LANGUAGE).catch(() => undefined)
  })
}

/** Returns false if the user has made another choice while the messages were loading. */
async function applyLanguage(chosen: Language): Promise<boolean> {
  lastChosen = chosen
  const messages = await languages[chosen].load()
  if (lastChosen !== chosen) return false
  catalogue = messages
  completion = Promise.resolve()
  language = chosen
  document.documentElement.lang = chosen
  for (const listener of listeners) listener()
  return true
}

/**
 * Runs before the first render: loads the stored language. If that fails or takes too long, the page opens in the default language; a
 * late response still changes it.
 */
export async function restoreLanguage(): Promise<void> {
  const chosen = readStored(STORAGE_KEY)
  if (isLanguage(chosen) && chosen !== DEFAULT_LANGUAGE)
    await withTimeLimit(() => chooseLanguage(chosen), RESTORE_TIMEOUT_MS).catch(() => undefined)
}

/** Runs `render`, on the server, with the messages of another language. */
export function withMessages<Result>(other: Language, messages: Catalogue, render: () => Result): Result {
  const before = { language, catalogue }
  language = other
  catalogue = messages
  try {
    return render()
  } finally {
    language = before.language
    catalogue = before.catalogue
  }
}

/** Loads the messages that the first page does not need, once. Rejects if that fails; call it again then. */
export function completeCatalogue(): Promise<void> {
  const languageAtStart = language
  completion ??= languages[languageAtStart].load().then(
    messages => {
      // The user may have changed the language meanwhile, which loads all of its messages.
      if (language === languageAtStart) catalogue = messages
    },
    error => {
      completion = undefined
      throw error
    },
  )
  return completion
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
