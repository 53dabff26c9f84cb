import { Route, Routes } from 'react-router-dom'
import { HomeScreen } from '#client/features/home/HomeScreen.tsx'
import { lazyScreen } from './lazyScreen.tsx'
import { RequireSignIn } from './RequireSignIn.tsx'

const SignUpScreen = lazyScreen(() =>
  import('#client/features/accounts/SignUpScreen.tsx').then(part => part.SignUpScreen),
)
const SignInScreen = lazyScreen(() =>
  import('#client/features/accounts/SignInScreen.tsx').then(part => part.SignInScreen),
)
const ResetScreen = lazyScreen(() =>
  import('#client/features/accounts/ResetScreen.tsx').then(part => part.ResetScreen),
)
const ConfirmEmailScreen = lazyScreen(() =>
  import('#client/features/accounts/ConfirmEmailScreen.tsx').then(part => part.ConfirmEmailScreen),
)
const MyInfoScreen = lazyScreen(() =>
  import('#client/features/myInfo/MyInfoScreen.tsx').then(part => part.MyInfoScreen),
)
const TopicsScreen = lazyScreen(() =>
  import('#client/features/topics/TopicsScreen.tsx').then(part => part.TopicsScreen),
)
const NoteListScreen = lazyScreen(() =>
  import('#client/features/notes/list/NoteListScreen.tsx').then(part => part.NoteListScreen),
)
const NoteScreen = lazyScreen(() =>
  import('#client/features/notes/reader/NoteScreen.tsx').then(part => part.NoteScreen),
)
const NoteEditorScreen = lazyScreen(() =>
  import('#client/features/notes/editor/NoteEditorScreen.tsx').then(part => part.NoteEditorScreen),
)
const FriendsScreen = lazyScreen(() =>
  import('#client/features/hubs/FriendsScreen.tsx').then(part => part.FriendsScreen),
)
const DiscussionScreen = lazyScreen(() =>
  import('#client/features/discussion/DiscussionScreen.tsx').then(part => part.DiscussionScreen),
)
const AgoraScreen = lazyScreen(() =>
  import('#client/features/agora/AgoraScreen.tsx').then(part => part.AgoraScreen),
)
const ManageNoticesScreen = lazyScreen(() =>
  import('#client/features/notices/ManageNoticesScreen.tsx').then(part => part.ManageNoticesScreen),
)
const Lookaround = lazyScreen(() =>
  import('#client/features/lookaround/Lookaround.tsx').then(part => part.Lookaround),
)

const AdministrationScreen = lazyScreen(() =>
  import('#client/features/administration/AdministrationScreen.tsx').then(part => part.AdministrationScreen),
)

const NotFoundScreen = lazyScreen(() =>
  import('#client/features/home/NotFoundScreen.tsx').then(part => part.NotFoundScreen),
)

export function Screens() {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      <Route path="/home" element={<HomeScreen />} />
      <Route path="/user/signup" element={<SignUpScreen />} />
      <Route path="/user/signin" element={<SignInScreen />} />
      <Route path="/user/reqpwreset" element={<ResetScreen />} />
      <Route path="/user/confirm" element={<ConfirmEmailScreen />} />
      <Route path="/agora" element={<AgoraScreen />} />
      <Route path="/lookaround/*" element={<Lookaround />} />
      <Route element={<RequireSignIn />}>
        <Route path="/user/myinfo" element={<MyInfoScreen />} />
        <Route path="/topics" element={<TopicsScreen />} />
        <Route path="/notelist" element={<NoteListScreen />} />
        <Route path="/note" element={<NoteScreen />} />
        <Route path="/note/create" element={<NoteEditorScreen />} />
        <Route path="/note/update" element={<NoteEditorScreen />} />
        <Route path="/friends" element={<FriendsScreen />} />
        <Route path="/discussion" element={<DiscussionScreen />} />
        <Route path="/administration" element={<AdministrationScreen />} />
        <Route path="/managenotice" element={<ManageNoticesScreen />} />
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
