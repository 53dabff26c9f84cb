import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { saveReturnUrl } from '#client/session/returnAddress.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { EVERYTHING } from './agora.search.ts'
import { agoraAtom, opinionAtom } from './agora.state.ts'
import { SuggestionBoard } from './SuggestionBoard.tsx'
import { SuggestionFilters } from './SuggestionFilters.tsx'
import { SuggestionForm } from './SuggestionForm.tsx'
import { useSearchInAddress } from './searchInAddress.ts'
import './agora.css'

/** Everybody reads the suggestions; whoever is signed in may leave one. */
export function AgoraScreen() {
  const { page } = usePageInAddress()
  const { sought, search } = useSearchInAddress()
  const status = useAtomValue(authStatusAtom)
  const setAgora = useSetAtom(agoraAtom)
  const setOpinion = useSetAtom(opinionAtom)
  const area = useRef<HTMLTextAreaElement>(null)
  // While a session is checked the form has its place already: nothing below it moves.
  const canWrite = status !== 'signedOut'

  useEffect(() => {
    setAgora({ curPageNo: page })
  }, [page, setAgora])

  function write(words: string): void {
    if (words !== '') setOpinion({ opinion: words })
    area.current?.focus()
  }

  return (
    <div className="agora">
      <ScreenTitle title={t('agora.title')} />
      <p className="agora__lead">{t('agora.lead')}</p>
      {canWrite && <SuggestionForm area={area} onCreated={() => search(EVERYTHING)} />}
      {status === 'signedOut' && (
        <p className="agora__visitor">
          {t('agora.signInToWrite')}
          <ButtonLink to={paths.signIn} onClick={() => saveReturnUrl(paths.agora)}>
            {t('shell.signIn')}
          </ButtonLink>
        </p>
      )}
      <SuggestionFilters sought={sought} onSearch={search} />
      <SuggestionBoard sought={sought} onWrite={canWrite ? write : undefined} />
    </div>
  )
}
