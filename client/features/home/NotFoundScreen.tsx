import { MissingState } from '#client/features/missing/MissingState.tsx'
import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

export function NotFoundScreen() {
  return (
    <>
      <ScreenTitle title={t('shell.unknownPage')} hidden />
      <MissingState>{`${t('shell.unknownPage')} ${t('missing.unknownPage')}`}</MissingState>
    </>
  )
}
