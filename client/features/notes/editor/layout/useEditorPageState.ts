import { useLayoutEffect } from 'react'

/**
 * Tells the styles of what is around it that the place to write is open, and whether the header folds into its bar. Were they to
 * find that out by `:has()`, every key would have the styles of the whole page worked out anew.
 */
export function useEditorPageState(foldsHeader: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.writing = foldsHeader ? 'folded' : 'open'
    return () => {
      delete dataset.writing
    }
  }, [foldsHeader])
}
