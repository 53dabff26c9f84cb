import { useEffect, useEffectEvent } from 'react'
import { isShortcut, type Shortcut } from './shortcut.ts'
import { isTypedIn } from './typedIn.ts'

/** Does something at a key, wherever the focus is, but not where one types, nor while a dialog asks something. */
export function useShortcut(shortcut: Shortcut, act: () => void): void {
  const receive = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(shortcut, event) || event.defaultPrevented || isTypedIn(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), listening)
    return () => listening.abort()
  }, [])
}
