import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { sampleMeDescription } from './content/me.ts'
import { sampleMe } from './content/people.ts'
import { SAMPLE_LANGUAGE } from './content/types.ts'
import { MY_PICTURE } from './lookaround.rooms.ts'

/** Who the visitor is while looking around. */
export function LookaroundMyInfoScreen() {
  return (
    <div className="sample-me">
      <ScreenTitle title={t('myInfo.title')} />
      <Card className="sample-me__card">
        <Avatar className="sample-me__picture" person={{ ...sampleMe, picture: MY_PICTURE }} />
        <div className="sample-me__words">
          <h2 className="sample-me__name">
            <span lang={SAMPLE_LANGUAGE}>{sampleMe.name}</span> <MeBadge />
          </h2>
          <p className="sample-me__description" lang={SAMPLE_LANGUAGE}>
            {sampleMeDescription}
          </p>
        </div>
      </Card>
      <div className="sample-me__actions">
        <ButtonLink to={paths.home}>{t('lookaround.goBack')}</ButtonLink>
        <ButtonLink kind="primary" to={paths.lookaroundCreateNote}>
          {t('notes.write')}
        </ButtonLink>
      </div>
    </div>
  )
}
