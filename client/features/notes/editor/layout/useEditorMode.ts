import { useState } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'

/** What is shown: the text, the text and its result beside each other, or the result. */
export type EditorMode = 'write' | 'split' | 'result'

const MODE_KEY = 'editor_mode'
/** The text and its result fit beside each other. */
export const WIDE_SCREEN = '(min-width: 992px)'
/** A phone, held upright or not. */
export const SMALL_SCREEN = '(max-width: 767.98px), (max-height: 500px)'

/** The mode, which this browser remembers, and those that there is room for. */
export function useEditorMode() {
  const isWide = useMediaQuery(WIDE_SCREEN)
  const isSmall = useMediaQuery(SMALL_SCREEN)
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
  return { mode, modes, isSmall, foldsHeader, choose, chooseNext }
}
