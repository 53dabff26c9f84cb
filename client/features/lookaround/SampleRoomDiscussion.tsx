import { useAtomValue } from 'jotai'
import { MemberList } from '#client/features/discussion/MemberList.tsx'
import { paths } from '#client/paths.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { shortNames } from '#client/ui/names.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { sampleMe } from './content/people.ts'
import { SAMPLE_LANGUAGE, type SampleRoom } from './content/types.ts'
import { membersOf } from './lookaround.views.ts'
import { MinuteBar } from './MinuteBar.tsx'
import { RoomTabs } from './RoomTabs.tsx'
import { SampleNotes } from './SampleNotes.tsx'
import { minuteAtom, minuteClockAtom } from './useMinute.ts'
import '#client/features/discussion/discussion.css'

export function SampleRoomDiscussion({ room }: { room: SampleRoom }) {
  const { language } = useLanguage()
  const { composing } = useAtomValue(minuteAtom)
  const { round } = useAtomValue(minuteClockAtom)
  const writing = composing.filter(({ hubNo }) => hubNo === room.hubNo).map(({ writer }) => writer.userNo)
  return (
    <div className="discussion">
      <RoomTabs current={room.hubNo} />
      <div className="discussion__head">
        <div className="discussion__title">
          <ScreenTitle title={room.name} />
          <p className="discussion__names">{shortNames(room.people.map(({ name }) => name))}</p>
        </div>
        <ButtonLink kind="quiet" to={paths.home}>
          <Icon name="back" />
          {t('shell.toHome')}
        </ButtonLink>
      </div>
      <MinuteBar />
      {language !== SAMPLE_LANGUAGE && <p className="sample-language">{t('lookaround.otherLanguage')}</p>}
      <MemberList members={membersOf(room)} present={new Set(writing)} myNo={sampleMe.userNo} />
      <SampleNotes key={`${room.hubNo} ${round}`} room={room} />
    </div>
  )
}
