import { useEffect, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { IconPath } from '#client/ui/Icon.tsx'

const SUN = 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3h0M12 21h0M3 12h0M21 12h0M6 6h0M18 18h0M6 18h0M18 6h0'
const MOON = 'M20 14A8.3 8.3 0 1 1 10 4a6.5 6.5 0 0 0 10 10z'

/** The icon and the label name the mode to switch to. For screen readers the label also names the setting. */
export function DarkSwitch() {
  const [isDark, setDark] = useDarkMode()
  const label = isDark ? t('shell.brighter') : t('shell.darker')
  return (
    <Button
      kind="quiet"
      className="theme-switch"
      role="switch"
      aria-checked={isDark}
      title={label}
      onClick={() => setDark(!isDark)}
    >
      <IconPath path={isDark ? SUN : MOON} />
      <span className="visually-hidden">
        {label} ({t('shell.darkMode')})
      </span>
    </Button>
  )
}

/** The specification's flag: 'true' in dark mode, absent otherwise. */
const STORAGE_KEY = 'color_mode'
/** 'true' once the switch has been used: until then the system decides. */
const CHOSEN_KEY = 'color_chosen'
const DARK_CLASS = 'dark_mode'

/** Undefined on the server, which renders public pages. */
const darkModeQuery =
  typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let isDark = shouldBeDark()

/** index.html does the same before the first paint. */
function shouldBeDark(): boolean {
  const isSystemDark = darkModeQuery?.matches ?? false
  return readStored(STORAGE_KEY) === 'true' || (isSystemDark && readStored(CHOSEN_KEY) === null)
}

/** The dark mode and its setter. The prerendered page is light. */
function useDarkMode(): [isDark: boolean, setDark: (isDark: boolean) => void] {
  const shown = useSyncExternalStore(
    subscribe,
    () => isDark,
    () => false,
  )
  useEffect(updateThemeColor, [])
  return [shown, setDarkMode]
}

function setDarkMode(next: boolean): void {
  writeStored(CHOSEN_KEY, 'true')
  writeStored(STORAGE_KEY, next ? 'true' : null)
  applyDarkMode(next)
}

function applyDarkMode(next: boolean): void {
  isDark = next
  document.body.classList.toggle(DARK_CLASS, isDark)
  updateThemeColor()
  for (const listener of listeners) listener()
}

/** Gives the browser's own bars the background colour of the page. */
function updateThemeColor(): void {
  const paper = getComputedStyle(document.body).backgroundColor
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController()
  const update = () => applyDarkMode(shouldBeDark())
  listeners.add(listener)
  darkModeQuery?.addEventListener('change', update, listening)
  window.addEventListener('storage', ({ key }) => key === STORAGE_KEY && update(), listening)
  return () => {
    listening.abort()
    listeners.delete(listener)
  }
}
