import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

/** In place of a discussion that is not, or no longer, open to the user. */
export function GoneHub() {
  return (
    <>
      <ScreenTitle title={t('discussion.title')} hidden />
      <div role="alert">
        <EmptyState action={<ButtonLink to={paths.friends}>{t('discussion.friendList')}</ButtonLink>}>
          {t('discussion.gone')}
        </EmptyState>
      </div>
    </>
  )
}
