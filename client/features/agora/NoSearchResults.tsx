import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import type { SearchFields } from './agora.search.ts'
import { opinionAtom } from './agora.state.ts'

interface NoSearchResultsProps {
  sought: SearchFields
  onWrite: ((words: string) => void) | undefined
}

/** That there is no such opinion, and the way to write it: what was looked for in vain is its beginning, if none is begun yet. */
export function NoSearchResults({ sought, onWrite }: NoSearchResultsProps) {
  const { opinion } = useAtomValue(opinionAtom)
  const words = opinion === '' ? sought.query : ''
  const canBeWritten = sought.only !== 'answered' || words !== ''
  const action = onWrite && canBeWritten && (
    <Button onClick={() => onWrite(words)}>{t(words === '' ? 'agora.write' : 'agora.writeThis')}</Button>
  )
  return <EmptyState action={action}>{nothingText(sought)}</EmptyState>
}

function nothingText({ only, query }: SearchFields): string {
  if (query !== '') return t('agora.nothingFound', { query })
  if (only === 'own') return t('agora.noneOwn')
  return t(only === 'answered' ? 'agora.noneAnswered' : 'agora.empty')
}
