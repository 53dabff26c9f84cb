import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { readStored, writeStored } from './storage.ts'

/** The specification's flag: 'true' in dark mode, absent otherwise. */
const STORAGE_KEY = 'color_mode'
/** 'true' once the switch has been used: until then the system decides. */
const CHOSEN_KEY = 'color_chosen'
const DARK_CLASS = 'dark_mode'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** index.html asks the same before the first paint. */
function isDarkWanted(): boolean {
  return readStored(STORAGE_KEY) === 'true' || (systemIsDark.matches && readStored(CHOSEN_KEY) === null)
}

const darkAtom = atom(isDarkWanted())

/** Whether the screen is dark, and how to change it. */
export function useDarkMode(): [dark: boolean, setDark: (dark: boolean) => void] {
  const [dark, setDark] = useAtom(darkAtom)

  useEffect(() => {
    document.body.classList.toggle(DARK_CLASS, dark)
    // The browser's own bars take the paper's colour.
    const paper = getComputedStyle(document.body).backgroundColor
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
  }, [dark])

  useEffect(() => {
    const listening = new AbortController()
    const follow = () => setDark(isDarkWanted())
    systemIsDark.addEventListener('change', follow, listening)
    window.addEventListener('storage', ({ key }) => key === STORAGE_KEY && follow(), listening)
    return () => listening.abort()
  }, [setDark])

  function choose(next: boolean) {
    writeStored(CHOSEN_KEY, 'true')
    writeStored(STORAGE_KEY, next ? 'true' : null)
    setDark(next)
  }

  return [dark, choose]
}
