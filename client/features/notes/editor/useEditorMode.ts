import { useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** What is shown: the text, the text and its result beside each other, or the result. */
export type EditorMode = 'write' | 'split' | 'result'

const MODE_KEY = 'editor_mode'
const wideScreen = window.matchMedia('(min-width: 992px)')
/** A phone, held upright or not. */
const smallScreen = window.matchMedia('(max-width: 767.98px), (max-height: 500px)')

function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    changed => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )
}

/** The mode, which this browser remembers, and those that there is room for. */
export function useEditorMode() {
  const isWide = useMedia(wideScreen)
  const isSmall = useMedia(smallScreen)
  const [chosen, setChosen] = useState(() => readStored(MODE_KEY))
  const modes: readonly EditorMode[] = isWide ? ['write', 'split', 'result'] : ['write', 'result']
  const usual = isWide ? 'split' : 'write'
  const mode = modes.find(known => known === chosen) ?? usual

  function choose(next: EditorMode) {
    setChosen(next)
    writeStored(MODE_KEY, next)
  }

  function chooseNext() {
    choose(modes[(modes.indexOf(mode) + 1) % modes.length] ?? usual)
  }

  // Where height is short, and where nothing but the text is wanted.
  const foldsHeader = isSmall || (isWide && mode === 'write')
  return { mode, modes, foldsHeader, choose, chooseNext }
}
