import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { paths } from '#client/app/paths.ts'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/pageInAddress.ts'
import { authStatusAtom } from '#client/platform/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOfSuggestions } from '#protocol/paging.ts'
import { suggestionsQuery } from './agora.queries.ts'
import { agoraAtom } from './agora.state.ts'
import { threadsOf } from './agora.threads.ts'
import { SuggestionForm } from './SuggestionForm.tsx'
import { SuggestionThread } from './SuggestionThread.tsx'
import './agora.css'

const THREAD_PX = 73

/** Everybody reads the suggestions; whoever is signed in may leave one. */
export function AgoraScreen() {
  const { page, goToPage } = usePageInAddress()
  const suggestions = useQuery(suggestionsQuery(page))
  const status = useAtomValue(authStatusAtom)
  const setAgora = useSetAtom(agoraAtom)
  const index = suggestions.data && pageIndexOfSuggestions(suggestions.data.pageIndexes)
  useAnsweredPage(suggestions.isPlaceholderData ? undefined : index)

  useEffect(() => {
    setAgora({ curPageNo: page })
  }, [page, setAgora])

  const threads = threadsOf(suggestions.data?.itemList ?? [])
  return (
    <div className="agora">
      <ScreenTitle title={t('agora.title')} />
      <p className="agora__lead">{t('agora.lead')}</p>
      {status === 'signedIn' && <SuggestionForm onCreated={() => goToPage(1)} />}
      {(status === 'signedOut' || status === 'ended') && (
        <p className="agora__visitor">
          {t('agora.signInToWrite')}
          <ButtonLink to={paths.signIn}>{t('shell.signIn')}</ButtonLink>
        </p>
      )}
      {suggestions.isPending && <SkeletonRows rows={SUGGESTIONS_PER_PAGE} height={THREAD_PX} />}
      {suggestions.isError && !suggestions.data && (
        <ErrorState onRetry={() => void suggestions.refetch()} busy={suggestions.isFetching}>
          {t('list.loadFailed')} {failureText(suggestions.error)}
        </ErrorState>
      )}
      {suggestions.data && threads.length === 0 && <EmptyState>{t('agora.empty')}</EmptyState>}
      {index && threads.length > 0 && (
        <>
          <Card padded={false} aria-busy={suggestions.isPlaceholderData}>
            <ul>
              {threads.map(thread => (
                <SuggestionThread key={thread.suggestion.suggestionNo} thread={thread} />
              ))}
            </ul>
          </Card>
          <PageIndex index={index} onGo={goToPage} />
        </>
      )}
    </div>
  )
}
