import { paragraph, section } from './lines.ts'

export const privacyEn = [
  ...paragraph(
    'Geulmaru is a service for writing and sharing notes with friends. This policy says what Geulmaru keeps, why, for how long, and when it is erased.',
  ),
  ...section(
    '1. What is kept, and why',
    'Email address: for signing in, for mails with temporary passwords or on the safety of your account, and so that friends who know the exact address can find you. Where mail can be sent, you are found by it only once you have confirmed it by the link in a mail; when you did is kept, too. It is never shown to other members.',
    'Username and profile picture (optional): shown to friends in the same rooms and to readers of opinions, so that they know who wrote.',
    'Mobile number (optional): only so that friends who know the exact number can find you. It is never shown to other members.',
    'Password: kept as a value that cannot be turned back (argon2id); the password itself is not kept.',
    'Passkeys: for each that you create its public key and the number its device gave it, what you call it, how often it was used, when you created it and when you last signed in with it. Fingerprints, faces and screen locks never leave your device; Geulmaru neither receives nor keeps them.',
    'API tokens: for each that you create what you call it, what it may do, when you created it, when it ends and when it was last used, and the token as a value that cannot be turned back. They let programs that you choose use Geulmaru in your name.',
    'Feed addresses: for each that you create its room, when you created it, and the address as a value that cannot be turned back. Whoever knows the address of a room’s feed reads the titles and authors of the notes shared there; whoever knows the address of your public notes’ feed reads what is public.',
    'Pictures in your notes: shown to those who read the notes.',
    'Topics and notes, earlier versions of notes, text typed in the editor and not saved yet, who wrote notes that are written together, comments and opinions, notes and comments you empathized with, sentences you highlighted or commented on, opinions you empathized with, who made a room and who is in it, what rooms are called, rooms you pinned or muted, rooms to which one declined to be invited again, records of sharing, what has been read and which notes were opened: for the service to work.',
    'That you look at a discussion or write a comment is shown to friends in the same room at that moment and is not kept. That you opened a note shared in a room is shown to the friends in that room, and to its author how many people in each room have opened it.',
    'Invite links: who made one into which room and when, as a value that cannot be turned back, and who came in by an invite link. Friends in the room are shown who made one and, for 7 days, who came in by one. Where one was removed after coming by an invite link is kept too, so that no link leads in again.',
    'Public links: for each note that you make public an address that cannot be guessed, since when, and whether search engines may show it. Whoever has the address can read the saved title and text, its pictures, your username and the day of the last change, without signing in. Comments, rooms, earlier versions, unsaved text and your email address are not shown. When you end the link, delete the note or close your account, the page is gone at once; copies that others or search engines made before cannot be taken back. Nothing is kept about the readers, and they get no cookie. If a reader reports the page, a copy of its text, the address and what they wrote are kept as with other reports; administrators see the public page only. If an administrator ends a public link, the time and the reason are kept with the note, and you are told.',
    'Inbox: who commented on or empathized with your notes and comments, highlighted your notes, mentioned, invited or answered you, what became of your reports, and sign-ins on new devices, with when, so that you can be told; for 90 days, and no more than the newest 1,000. Only you are shown this.',
    'People you found: whom you found by email address or mobile number, and when, for a day, so that you can invite them to rooms; the last 500 only.',
    'People you blocked: whom, and when. Only you are shown this.',
    'Reports: who reported whom and when, the copy of the lines that the reporter chose, what they added, and what an administrator did. Only administrators are shown this; whoever reported is told that it was looked into, and whether action was taken. Which room or note it was is not kept.',
    'Administration: to protect the service, administrators can see the username and picture of a member, a masked email address, when they joined, on how many devices they are signed in, and when one was last used. They can suspend an account and sign it out everywhere; since when an account is suspended is kept until that is lifted. Administrators cannot see the rooms and notes of members, either.',
    'Administration log: when an administrator suspended whom or lifted that, signed whom out, settled a report about whom, ended whose public link, answered or deleted whose opinion, and posted, changed or deleted a notice; for one year. Only administrators are shown this. It holds nothing that members wrote.',
    'Sign-ins: for each, the names of the browser and the operating system, when it began and when it was last used, so that you can see where you are signed in. Of devices that stay signed in because you asked for it, also values that cannot be turned back, made from the cookie by which they are known.',
    'Notifications (optional): for each device on which you asked for them, the address and keys of your browser for notifications, what you chose for it (what to tell you, and when), the time zone and language of the device and when you turned them on, kept with the sign-in. They go through the notification service of whoever makes the browser (Google, Mozilla, Apple, Microsoft). What they say is encrypted for your browser alone: the service learns only when something of which length goes to which browser. Unless you choose otherwise they hold no names, titles or texts.',
    'Devices on which you have signed in: the names of the browser and the operating system, when you first and last signed in there, and unreadable values made from the device and its network address, so that others who guess at your password do not keep you from signing in.',
  ),
  ...section(
    '2. Pictures',
    'A profile picture is drawn anew at 235×235, a picture in a note so that its longer side has 1,600 pixels at the most; the original and additional data such as the place it was taken are not kept.',
    'A picture is served at an address that cannot be guessed. Whoever knows the address can see the picture until it is erased, even when the note is no longer shared, and it may remain in the browsers of those who were shown it after that.',
  ),
  ...section(
    '3. For how long',
    'Your data and notes are kept until you delete them or close your account. Deleted notes stay in the trash for 30 days, so that you can restore them, or until you empty it; kept in the trash with a note are the rooms in which it was shared, and who had read it then. Replaced profile pictures are erased at once. A picture that is in none of your notes, their earlier versions and the trash any more is erased a day later; one that never was in a saved note, after 30 days. Of each note at most 50 versions are kept, the present one among them.',
    'A sign-in is erased when you sign out, or 7 days after it began, or, on a device that stays signed in, 60 days after its last use; only the 30 last used are kept. The address, keys and choices of notifications are erased when you turn them off or the sign-in ends, however it ends; address and keys also when the browser says that it takes no more. Notification services keep what they could not deliver for up to 12 hours. Of the devices on which you have signed in, the last 50 are kept until you close your account. Passkeys are kept until you remove them, first confirm your email address, replace a temporary password from a mail, or close your account. API tokens are kept until they end, you remove them, first confirm your email address, replace a temporary password from a mail, or close your account. A feed address is kept until you end it, replace it, leave its room, or close your account.',
    'Records of people you found are erased after a day. Records of people you blocked are kept until you unblock them. Reports are erased after 90 days.',
    'An invite link is kept as a value that cannot be turned back; it is erased after 7 days, or when somebody in the room ends it.',
    'A temporary password is kept as a value that cannot be turned back; it stops working once used, or after 30 minutes. So is the link that confirms an address; it stops working after 24 hours.',
    'To stop excessive requests, they are counted under unreadable values made from network and email addresses. What was counted is gone within a day at the latest.',
  ),
  ...section(
    '4. Where it is kept, and third parties',
    'Everything is kept in a database run by the operator: the MongoDB inside the server, or a MongoDB that the operator provides.',
    'Nothing is used for advertising or analytics, sold, or given to third parties, except as far as the law demands.',
    'A picture from another website in a note is loaded only after its reader has pressed the button that names that website. From then on the browser of that device asks that website for its pictures directly, and the website can tell the network address, the kind of browser, and which picture was loaded when. The address of the note is not sent along. A button below the note ends this at any time. Whoever writes a note sees its pictures in the preview without being asked.',
  ),
  ...section(
    '5. Email',
    'Mail is sent only when you ask for a temporary password or to confirm your address, when you sign up, so that you can confirm it, and when you sign in on a device that was not seen before. There are no newsletters and no advertisements.',
    'Where the operator has not set up a mail server, mails remain as files on the server that only the operator can read, and that the operator deletes after handling them.',
  ),
  ...section(
    '6. Server logs',
    'To find faults the server may log the kind of a request, its outcome and how long it took. The content of notes, passwords and sign-in tokens are not logged.',
  ),
  ...section(
    '7. What is kept on your device',
    'Your sign-in with your name and email address, the selection in the list of rooms, how far screens are scrolled, the link of a room you are invited to and comments and opinions not sent yet (of administrators, answers and notices) lie in the storage of the browser tab; the colour mode, the language, the key that sends comments, whether a tab is signed in, drafts of notes not saved or not sent yet and the pictures put into them, the number of the topic for quick notes, the number of a member who has finished or closed the first steps, the names of other websites whose pictures you chose to see and the sizes of pictures seen in the storage of the browser. Signing in leaves one cookie, for 400 days, by which that browser is known at its next sign-in; it is sent to the server with a sign-in only. If you asked to stay signed in, a second cookie does that, until 60 days after its last use; it is sent only when the page asks whether you are signed in, and is replaced as it is used. Such a device also keeps the rooms, lists and the last 200 notes that you opened on it, with what was said about them, your inbox, your trash, the numbers of unread notes, and your name and address, so that they can be read without a connection; all of it is erased when you sign out, choose a new password or close your account, and when the sign-in was ended elsewhere, as soon as the device is connected again. A device that gets notifications also keeps your number, so that it shows yours alone; it is erased at the same times. So that screens open without a connection, browsers of members also keep the files of the product itself, which hold nothing of anybody. There are no tracking cookies.',
  ),
  ...section(
    '8. What closing your account erases, and what stays',
    'Your email address, name, mobile number, password, profile picture, pictures in your notes, topics and notes (with their earlier versions and the comments on them), shares, memberships, sign-ins, the devices on which you have signed in, notifications, passkeys, API tokens, feed addresses, invite links, and records of finding, blocking and reporting (by you, and of you by others) are erased at once. You can sign up again with the same address and name right away.',
    'Your comments on the notes of others and the opinions you left stay, with ‘Former member’ as their writer. If you choose to delete comments and opinions too when closing your account, they are erased as well.',
    'To count unread notes exactly, records of sharing stay as numbers and times alone, without content or name.',
    'Backups that the operator makes may hold data until their set time has passed. So that a backup that is restored brings nobody back who has left, the number of a closed account, when it was closed and whether its contributions went with it are kept beside the backups, and nothing else.',
  ),
  ...section(
    '9. Your rights',
    'On the my-info screen you can see and change your data at any time, download all your notes and records, as they are then, as an archive, or close your account.',
    'You can see where you are signed in and end each sign-in.',
  ),
  ...section(
    '10. Changes and questions',
    'Changes to this policy are announced as a notice before they take effect. Please send questions to the agora or to whoever runs the service.',
  ),
  ...section(
    'Effect',
    'This policy is in force from the day a person who runs the service has reviewed and approved it. Until then it is a draft.',
  ),
]
