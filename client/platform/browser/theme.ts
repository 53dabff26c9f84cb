import { useEffect, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

/** The specification's flag: 'true' in dark mode, absent otherwise. */
const STORAGE_KEY = 'color_mode'
/** 'true' once the switch has been used: until then the system decides. */
const CHOSEN_KEY = 'color_chosen'
const DARK_CLASS = 'dark_mode'

/** The build has no system to ask. */
const systemIsDark =
  typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let dark = isDarkWanted()

/** index.html asks the same before the first paint. */
function isDarkWanted(): boolean {
  const isSystemDark = systemIsDark?.matches ?? false
  return readStored(STORAGE_KEY) === 'true' || (isSystemDark && readStored(CHOSEN_KEY) === null)
}

/** Whether the screen is dark, and how to change it. The page as built is light. */
export function useDarkMode(): [dark: boolean, setDark: (dark: boolean) => void] {
  const shown = useSyncExternalStore(
    subscribe,
    () => dark,
    () => false,
  )
  useEffect(tintBars, [])
  return [shown, choose]
}

function choose(next: boolean): void {
  writeStored(CHOSEN_KEY, 'true')
  writeStored(STORAGE_KEY, next ? 'true' : null)
  show(next)
}

function show(next: boolean): void {
  dark = next
  document.body.classList.toggle(DARK_CLASS, dark)
  tintBars()
  for (const tell of listeners) tell()
}

/** The browser's own bars take the paper's colour. */
function tintBars(): void {
  const paper = getComputedStyle(document.body).backgroundColor
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

function subscribe(tell: () => void): () => void {
  const listening = new AbortController()
  const follow = () => show(isDarkWanted())
  listeners.add(tell)
  systemIsDark?.addEventListener('change', follow, listening)
  window.addEventListener('storage', ({ key }) => key === STORAGE_KEY && follow(), listening)
  return () => {
    listening.abort()
    listeners.delete(tell)
  }
}
