import { t } from '#client/platform/language/language.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { BackToTopicsLink } from './BackToTopicsLink.tsx'

export function TopicGone({ isInWorkspace }: { isInWorkspace: boolean }) {
  return (
    <>
      <ScreenTitle title={t('topics.title')} hidden />
      <ErrorState>{t('topics.gone')}</ErrorState>
      {!isInWorkspace && (
        <p className="note-list__way-back">
          <BackToTopicsLink />
        </p>
      )}
    </>
  )
}
