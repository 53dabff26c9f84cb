import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { readStored, writeStored } from './storage.ts'

/** The specification's flag: 'true' in dark mode, absent otherwise. index.html reads it before the first paint. */
const STORAGE_KEY = 'color_mode'
const DARK_CLASS = 'dark_mode'

const isDarkStored = () => readStored(STORAGE_KEY) === 'true'
const darkAtom = atom(isDarkStored())

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
    const follow = (event: StorageEvent) => event.key === STORAGE_KEY && setDark(isDarkStored())
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [setDark])

  function choose(next: boolean) {
    writeStored(STORAGE_KEY, next ? 'true' : null)
    setDark(next)
  }

  return [dark, choose]
}
