// Made by scripts/generate/confusables.ts: edit that instead.

/** Signs and what they look like, both as code points in base 36. */
const PAIRS = `
1c 27,1d 30,6co w,6cp w,4g0 w,1kq 2n,6c0 19,6c2 19,6c3 19,1ck 19,6df 19,k7 19,6qa 19,7ti 19,8u2 19
8bt 19-lv,93u 19-lk,6rc 19-lj,8bu 19-mb,wla 19-1a,171 18,19n 18,6ca 18,wl5 18,94i 170,19o 170,94l 17f
13d 1m,1dv 1m,1dw 1m,4j0 1m,4qr 1m,4qx 1m,6e2 1m,14z 1m,l4 1m,x3d 1m,6ra 1m,k0 1m,wl9 1m,8ac 1m-6mq
cj x,8y9 x,ic 1r,g1 1r,1vh 1r,3vy 1r,wyz 1r,94e 17j,1dt 1a,1du 1a,wsu 1a,1gls 1a,19c 1a,1dc 1a,wl4 1a
wl7 1a-18,wl6 1a-1a,wz8 wz7-wz7,9ob 53,4iz 53,94h 53,1erl 53,6ci 53,6cn 53,6qh 53,6v9 53,x3j 53
3zb 53,6wf 53-53-53,8y0 53-53-53,404 53-1o,6vr 53-1q,3zr 53-1q,400 53-1q,46n 53-1g,41q 53-2q
41s 53-2q-lj,41m 53-2s,42g 53-22,43a 53-24,41i 53-28,40n 53-2d,3zu 53-2e,3zw 53-g5,432 53-pf
3ym 53-pg,40p 53-11k,3yk 53-3y9,3yo 53-3yc,3yq 53-3yd,3ys 53-3ye,3yv 53-3yi,3yx 53-3yj,3zy 53-3zm
402 53-3zo,406 53-3zt,40r 53-40f,40k 53-40g,40t 53-40g,40v 53-40h,40x 53-40l,40z 53-40m,41g 53-417
41k 53-41a,41o 53-41c,42a 53-421,42c 53-423,42e 53-424,42i 53-426,42k 53-428,42m 53-429,430 53-42r
434 53-42u,436 53-42v,438 53-42w,43c 53-42z,43t 53-43k,4w6 53-43m,4w8 53-43n,4wa 53-43o,4wc 53-43p
43v 53-43r,43x 53-43s,44c 53-443,44e 53-445,44g 53-446,44i 53-447,44k 53-448,44m 53-44a,44o 53-44b
452 53-44t,454 53-44v,456 53-44w,458 53-44x,45a 53-44y,45c 53-450,45e 53-451,45z 53-45s,461 53-45t
463 53-45u,465 53-45v,467 53-45w,469 53-45x,46b 53-45y,46p 53-46g,46r 53-46h,46t 53-46i,46v 53-46j
46x 53-46l,46z 53-46m,4we 53-477,4wf 53-47a,4wg 53-47b,4wh 53-47c,4wi 53-47d,4wj 53-47f,47i 53-47g
47v 53-47u,488 53-487,4vn 53-4vl,4vq 53-4vo,4vt 53-4vs,4w2 53-4w0,x80 1us,1ut 1us-1us,5ks 5kr-5kr
37v 37u-37u,59l 59k-59k,59n 59m-59k,5en 5em-5em,1glz 1gly-1gly,1iks 1ikr-1ikr,1iyq 1iyp-1iyp
1k5e 1k5d-1k5d,5mn 5mm-5mm,125 13,6c8 13,6c9 13,6cb 13,6cy 13,6d1 13,122 13,16b 13,2o 13,jd 13,js 13
ju 13,jv 13,l0 13,jf 13,jh 13,jg 13,ji 13,x3g 13,15l 13,1kk 13,1kl 13,40a 13,4i4 13,5oz 13-13,y 13-13
6cc 13-13,6cd 13-13,6cf 13-13,9hf 13-13,16c 13-13,je 13-13,l2 13-13,ku 13-13,16a 13-13,ap 13-1u
ay 13-1w,bo 13-28,bw 13-2c,c3 13-2h,7s8 14,7si 14,9hw 14,1e0u 14,948 14-14,7s9 15,7sj 15,9hx 15
1e0v 15,949 15-15,7sk 3f,2jv8 3f,7sl 3h,9i2 7vq,9i3 7vr,7vs 7sc,9hk 7sc,9uj 7sc,9jj 7sc,2zfs 7sc
7vt 7sd,9hl 7sd,94v 52,6dq 16,19p 16,6qf 16,1f6n 16,4l1 1b,6dd 1b,6qd 1b,6dg 1b,7e9 1b,7uz 1b,8ag 1b
2k3e 1b,9ub 1b,9ir 1b,8ue 1b,9n2 1b,fgf 1b,8ae 1b-lg,8hp 1b-1b,8hn 1b-1b-1b,6qe 2k,7v1 2k,8ad 2k
8ah 2k,2k27 2k,2k3f 2k,9uc 2k,fg6 2k,8vt 2k-2k,762 2k-2k,7uw 2k-40l,x2w 12,25s 1v4,1hvf 1v4,1i2v 1v4
7n0 1v4,1i3f xdo,4pl 2tr,4ph 2u2,4pm 2u3,2z2 2z1-2z1,jo 2m,jq 2m,wvy jr,7f8 jt,ui jt-2q,wup jt-2q-2x
ol jz,l7 kq,x06 kq,x04 kr,9he kz,94g 4w,6qg 4w,7gr 4w,7hi 4w,6zg 4w-mq,6zo 4w-lk,2d1 2cz,2zf 2ze-2ze
2zj 2ze-2zh,34e 2zh-2ze,2zi 2zh-2zh,2k2j 6kk,8oc 6n2,8od 6n3,8oe 6n4,8of 6n5,6np 6nm,86d 6o3-6o2
86n 6o3-4ii,2ojw 6pu,2ojx 6pu-mt,6o 6pu-mt,6ww 6px,1jfs 6pz,6zm 6pz-lk,6zv 6pz-ms,7ew 6q6,7fk 6q6
8cf 6q8,4j1 17,7th 17,1f2z 17,8bn 17-le,8bm 17-lm,8bo 17-lf,6qc 17-lj,8bp 17-mb,8bq 17-mo,8br 17-6f6
7tj 6v,6d5 1o,7se 1o,jm 1o,2k3a 1o,3zs 1o,4he 1o,6vq 1o-53,8tw 1o-53,405 1o-53,6sq 1o-1o,6vs 1o-1o-1o
3y8 1p,94w 1p,9ls 1p,wlb 1p,6sa 1p-li,6s9 1p-le,6s7 1p-lm,6s0 1p-lj,6s1 1p-lj-mb,8dq 1p-6i8,6se 1p-ob
6d6 1q,7sf 1q,jn 1q,2k3b 1q,3zn 1q,20jj 1q,401 1q-53,8f9 1q-1o,6sr 1q-1q,8bk 1q-1q,6vt 1q-1q-1q
6dv 3i,6rg 3i,6zs 3i-lk,93y 3i-lj,8dm 3i-lj,93z 3i-mb,2ojs 6qo,6v4 6qv,94b 6r8,94a 6r9,94c 6rb
1i3i 6rs,7ke 6rz,2rfi 6rz,6sj 6sh,8ar 6tp,8as 6tq,2k3c 6tr,2k3d 6ts,8at 6tv,8au 6tw,8aq 6tz,6zj 6u3
2rg1 6u8,2rf9 6u9,7gh 6uq,7g7 6ur,6zn 6va-lk,7hc 6xe,8cd 6xl,6xx 6xw,893 6yj,7gu 6ym,88u 6ym,891 6yq
88g 6yx,72b 6yz,72a 6z2,729 6z9,72e 6zx,7js 70o,7g1 739,73w 73v,7b7 7b6,7bj 7bg,7c3 7bw,7f4 7f0
7fb 7fa,7fh 7fc,7io 7fl,7g8 7g6,7ga 7g6,8vd 7jb,2rd6 7jd,2qky 7jx,2ql5 7jx,73y 7jy,2ql4 7jy,89l 87u
2rei 89r,8ce 8bj,1ew0 8vc,7l5 2jx4-2jxh,7l6 2jx4-2jxh-2jxq,6nu 2q6m,2mm 1v5,6c4 9oc,6c5 9oc,7b4 9oc
7b5 9oc,9u8 9oc,x6f 9oc,3g3 9oc,feo 9oc,3h2 9oc-9oc,16m1 9oc-3fl,16m2 9oc-3fp,16m3 9oc-3fp-ffs
16m4 9oc-3ft,3h1 9oc-3fy,3g4 9oc-ffs,3h3 9oc-ffs-3fy,2q6n 10-6hs,6g4 4j,9hu 6go,5ek 5e8,xja xjk
1ioh 1yf,2jr 2g7,38l 37l,73c 6f5-6f4,x22 1e,br 1e,rs 1e,wuc 1e,43j 1e,wz3 1e,xjj 19e,1de 19e,25k 1uw
1ioi 1yg,2js 2g8,cb 1e-mt,2qx 2qw-2q7,2r3 2qw-2qb,2k1y 1f,x4b 1f,f0 1f,c7 1f,x2i 1f,8uk 1f,t3 1f
yo 1f,20jf 1f,1jgq 1f,1df 19f,2ojt 19f,25l 1ux,wo 1f-me,3wu 1g,1jfz 1g,1dg 19g,25m 1uy,46o 1g-53
cc 1h,1jgb 1h,8uq 1i,tt 1i,3xq 1i,1jh1 1i,1di 19i,1iom 1yk,2k2a 1j,1fiq 1j,1jgm 1j,1yi 1k,222 1k
2ojv 1k,f7 1k,f6 1k,1f6i 1k,25q 1v2,21z 1l,294 1l,1yl 1l,2nh 1l,x2m 1l,8ui 1l,1jgs 1l,1jfw 1l,1jh2 1l
1uv 19l,1jhg 19l,1dl 19l,2jz 2gf,70a 2p,gh 2p,q9 2p,ts 2p,pd 1t,sw 1t,3vu 1t,4at 1t,wku 1t,20jk 1t
1f34 1t,706 2p-mq,cu 77,ct 76,fb 6d,fa 5h,x0z 2p-2p,x0y 1t-1t,6e 2p-2t,yd 2p-2t,5i 1t-1x,yc 1t-1x
x11 2p-33,x10 1t-27,2rd3 1t-2a,x13 2p-39,x12 1t-2d,x15 2p-3a,x17 2p-3a,x14 1t-2e,x16 1t-2e,x19 2p-3d
x18 1t-2h,xve 5q8,6ps 8rz,2k2f 8rz,4as 8rz,wkv 8rz,1fdr 8s0,as 2q,to 2q,3wv 2q,41e 2q,4a7 2q,x4k 1u
pe 1u,sy 1u,3xw 1u,4c7 1u,wk0 1u,1f2a 1u,1f35 1u,1f5t 1u,gj 2q-lw,41f 2q-lj,ar 2q-lg,aq 2q-lg
sx 2q-lg,ao 2q-mt,wd 2q-mt,wc 2q-mt,v7 2q-mt,v6 2q-mt,41r 2q-53,41t 2q-lj-53,420 2q-13,tn 2q-30,tu ih
3y4 ih,5qc 2r,8th 2r,u9 2r,xwv 2r,1fel 2r,2rf0 1v,1jhu 1v,1jhl 1v,8tg 1v,td 1v,3xb 1v,wka 1v,1f36 1v
1f5u 1v,1fdh 1v,1fks 1v,4i 2r-mw,fw 2r-mw,6g1 1v-6i3,2q9a 1v-6hs,6f 2r-me,x7 2r-me,5j 1v-me,x6 1v-me
av 1v-13,2q99 a84-9-6hp,6wk x3n,gr x3n,qd x3n,8sp x3n,us x3n,101 x3n,xwb x3n,1jgu x3n,1fe1 x3n
6gc x3m,8so x3m,sk x3m,707 x3n-mq,ot x1b,sf x1a,zl 2s,3xj 2s,41b 2s,wk2 2s,3vk 1w,4bi 1w,4bu 1w
wk3 1w,gn 2s-lw,gm 2s-mg,b0 2s-lg,7l 2s-mt,7k 1w-mt,5s 1w-mt,ax 1w-mt,6gb 2s-mt-mp,x2y x2x,41n 2s-53
41z 2s-13,is 2s-f1,ir 2s-3e,it 2s-i9,xv4 5qd,94p 61r,qc 61r,12m 61r,48n 61r,6jy 2t,xte 2t,tx 2t,xp 2t
6wv 1x,ph 1x,t1 1x,8xl 1x,3vw 1x,wkw 1x,1jfq 1x,1jfy 1x,1f2e 1x,7v 7p,7u 7o,g7 2t-mw,g6 1x-mw
xr 2t-mg,xvg 5qf,gp d9,yh d9,6pv b2,8xm b2,wkx b2,gq d9-ke,5qs d9-33,xtt d9-33-mw,xtu d9-33-mt,yg b3
2k2p b4,100 b4,3wr b4,20j1 b4,1fcx b4,5qg gs,tz gs,wp gs-me,1feq gu,x3x ii,1fe2 ii,xth 2u,x3t 2u
61p 2u,138 2u,2k2b 1y,x3s 1y,rg 1y,4ac 1y,wkd 1y,1jgi 1y,1jfm 1y,1f2f 1y,1f39 1y,1fl1 1y,b6 2u-me
b5 1y-me,5ta 2u-ms,ix 2u-97,4ad 6k2,wke 6k2,2k34 x6j,4af x6j,gx 2v,5tv 2v,b1 2v,135 2v,zw 1z,3wg 1z
3xv 1z,wk6 1z,gw 2v-lw,dj 7z,di 7y,dx 83,dh 2v-mt,dg 1z-mt,b7 1z-13,zx gy,xw0 gy,3y3 gy,xn 2w,12o 2w
3wi 2w,pj 20,8su 20,t9 20,3wb 20,48s 20,wkn 20,1f4f 20,h2 2w-lw,wwl 2w-lw,3xu 2w-lw,8rr 20-mh
wy 20-mh,87 2w-mt,uz 2w-mt,86 20-mt,y1 20-me,xz 20-me,u5 ik,xvv ik,wz ik-mh,y2 ik-me,y0 ik-me,zu dy
xvk 8s6,og 8s5,3vs 8s5,3w0 8s5,wxd 8s5,x3p x0n,703 2x,8h 2x,h6 2x,h5 2x,qh 2x,uu 2x,wuf 2x,y7 2x
xv9 2x,3vp 2x,1jgj 2x,708 2x-mq,cw 8d,cv 8c,h4 2x-mt,5tn 2x-mt,5to 2x-mt,s3 2y,uw 2y,x4i 22,ov 22
so 22,3vv 22,425 22,wk9 22,g9 2y-mt,g8 22-mt,42h 22-53,12t fr,xvf 5qi,pm 23,8t0 23,t6 23,3xi 23
4id 23,wk7 23,1fko 23,bd 2z-lw,8rt 23-mh,wq 23-mh,6gd 23-mt,x1c 23-mt,wu 23-mt,bc 23-13,14w 30,3g 30
6qr 30,73x 30,19d 30,1dd 30,1f6o 30,2ojr 30,21 30,ba 30,cg 30,pl 30,8sy 30,sm 30,xs 30,15h 30,15r 30
17r 30,1je 30,8y7 30,4ht 30,wky 30,20iw 30,1f2i 30,1f61 30,2k2y 24,8uo 24,3xa 24,42y 24,wkh 24
20ie 24,1jfn 24,1jg2 24,1fdn 24,1fl2 24,8y 30-mw,8x 24-mw,h9 30-mg,bb 30-mt,be 30-mt,h7 30-ms
17p 30-191,19v 30-191,43b 30-53,169 30-13,6c6 30-30,6qt 30-30,ch 30-30,168 30-30,1evt 30-mt-30-mt
1evs 30-mt-30-mt-2b-mt,tq 30-27,iy 30-37,6gm 30-38,ha 30-f1,iz 30-3e,17n 30-19w,19u 30-19w,8up in
xwu in,1fer in,po 25,sa 25,8t4 25,t8 25,3w7 25,4c0 25,4ie 25,wkf 25,1f3k 25,1f69 25,y5 25-me
2rfv 25-1u,12w 32,130 32,pp 26,8t6 26,wkg 26,1fkj 26,1evi 26-lm,hf 32-mg,bi 32-mh,qf 32-mh,bh 26-me
5tc 32-ms,on 5qm,u0 5qm,1ff1 5qm,92 he,1uu 33,21y 33,25i 33,2cm 33,2g6 33,2jq 33,2na 33,2ts 33,2xc 33
37k 33,19h 33,1dh 33,5qn 33,5qp 33,xtp 33,qn 33,qr 33,8tb 33,u6 33,3cv 33,139 33,15t 33,18n 33,1by 33
1c1 33,1cl 33,2lc 33,36l 33,1fje 33,1jgo 33,1jh3 33,1fe4 33,1j4 27,1ye 27,292 27,9hj 27,1iog 27
1jhc 27,pr 27,8ta 27,ta 27,11x 27,8yc 27,3ps 27,274 27,1fia 27,wkz 27,1jg5 27,1f2q 27,1f3f 27,1fd0 27
1fkm 27,cy 9b,cx 9a,1dr 33-le,9c 5y,6w 33-mw,xtq 33-mw,60 27-mw,8xt 27-mw,e6 27-mw-ld,hh 33-mt
x1n 33-mt,yx 33-mt,vn 33-mt,xvy 33-mt,xx7 33-mt,6ty 27-mt,6u5 27-mt,6zw 27-mt,2k2i 27-mt,2rdg 27-mt
bj 27-mt,x1m 27-mt,qg 27-mt,pk 27-mt,yw 27-mt,vm 27-mt,8xd 27-mt,3we 27-mt,3xn 27-mt,xv8 33-m3
bl 33-13,bk 27-13,3vo 27-13,11 56-1b-6f4,19m 56-1b-6f4,6du 56-1b-6f4,6cw 56-1b-6f4-6f4
16x 56-1b-6f4-6f4,6cx 56-1b-6f4-6f4-6f4,16y 56-1b-6f4-6f4-6f4,9f 33-2t,9e 27-1x,hi 33-5qf,6qm 33-33
x1r 33-33,wwp 33-33,x1q 27-27,wwo 27-27,2n3 33-2ls-33,368 33-370,6mc gk,5qo gk,or gk,1fez gk,6mb au
sd au,wkb au,1fdv au,xtr gk-mw,xuq gk-2t,1fen hj,704 34,qp 34,8tf 34,u8 34,pt 28,8te 28,tc 28,3xe 28
419 28,wk1 28,1f2t 28,bp 34-lw,5tp 34-mt,41j 34-53,41y 28-13,5rd 5qw,xwy 5qw,qu hk,8tn hk,uc hk
10b 35,12b 35,12e 35,8yd 29,io 35-lw,2rcw 29-1x,5u8 gb,5qj 8o,qi 8o,8t1 8o,u2 8o,xx2 8o,wr 8o-mh
wv 8o-mt,xtz 36,xu0 36,5ra 36,8sl 36,tv 36,xvl 36,2k2e 2a,bq 2a,3vl 2a,3wy 2a,1fhw 2a,493 2a,wkj 2a
20j9 2a,hp 36-mg,ho 36-mh,gd 36-mt,wj 36-mt,5te 36-ms,wh 36-13,1jhf 36-32,31 36-32,1j40 36-32
6g5 36-32-mw,hd 36-32-me,5tb 36-32-ms,xv5 hs,xwi hs,un 5qx,5tf hq-ms,6jt hr,x0x 37,cd 37,ut 37,xwq 37
1jgh 37,1few 37,sl 2b,11r 2b,3x1 2b,3x6 2b,wki 2b,20je 2b,1f2u 2b,1fds 2b,hu 37-mg,5tg 37-ms,x4l 67
qa 67,3xs 67,2rfg 37-37-37,6qz hv,xu5 hv,6q9 bt,pv bt,8y1 bt,6uc 2c,7vd 2c,2rfs 2c,pw 2c,8ti 2c,te 2c
3vm 2c,wk4 2c,20i2 2c,1jgc 2c,1f2v 2c,1f3l 2c,1f6d 2c,bx 38-lw,6zl 2c-lk,fy 2c-mw,ey 9u,by 2c-mg
x8 2c-mh,6ge 2c-6i3,9z 38-mt,9y 2c-mt,5th 38-ms,3a8 x3a,x0o 2c-1f,iw 38-gl,x2v 38-2u,iu 38-37
iv 38-hv,x0p 38-f1,qs 5qz,ua 5qz,xv6 5qz,x9 5qz-mh,9v bv,ez bv,3wf bv,x3z 39,5r0 39,xu6 39,xua 39
i3 39,qt 39,131 39,1fjq 39,1jh4 39,6qy 2d,6v7 2d,11p 2d,3k0 2d,1fim 2d,40c 2d,wl0 2d,20jm 2d,1jg8 2d
d0 a5,cz a4,5tq 39-mt,xwc 39-mt,g4 2d-mt,3ws 2d-mt,40o 2d-53,413 2d-13,5t7 39-2t,xur 39-33,5z7 xu9
12y hc,3kz hc,6jr c1,4dq c1,4dw c1,5tr i2-mt,6qw 3a,6v5 3a,5r4 3a,ql 3a,vp 3a,15k 3a,1j46 3a,xwp 3a
1jgg 3a,2k25 2e,19j 2e,1dj 2e,vo 2e,8xk 2e,3x5 2e,3zj 2e,wyn 2e,wkm 2e,20i0 2e,1jfk 2e,1fkt 2e
1evr 2e-mt,3zv 2e-53,2rfw 2e-1u,2rd4 2e-5wk,5rb i4,1fiw i4,19k g5,1dk g5,pn g5,t7 g5,8xj g5,1fhs g5
3zl g5,wy6 g5,wkl g5,20jh g5,1f2l g5,xx g5-me,3zx g5-53,hb 3b,5r5 3b,v5 3b,10d 3b,129 3b,1j4a 3b
1j4e 3b,1j4f 3b,xvn 3b,1jhr 2f,1jhi 2f,10c 2f,3w3 2f,3x0 2f,wkq 2f,vx 3b-w6-w7,1io5 3b-lj,6g9 2f-mt
x29 3b-me,5ql i5,u4 i5,xvr i5,y6 i5-me,4fi 3c,5z 3c,84r 3c,84s 3c,8bz 3c,ud 3c,475 3c,48t 3c,4fh 2g
7eb 2g,1f6q 2g,1jho 2g,x4j 2g,pz 2g,8to 2g,th 2g,8yl 2g,4hj 2g,wkr 2g,1f2o 2g,1f3o 2g,1f6f 2g,1fl3 2g
8c0 3c-lj,xe 2g-mh,1evq 2g-mt,gz 3d,5u4 3d,i7 3d,64f 3d,xui 3d,qb 3d,ub 3d,xb 3d,3c7 3d,1jh8 3d,px 2h
8tk 2h,tf 2h,xa 2h,3vt 2h,3wd 2h,wks 2h,20jn 2h,1jfo 2h,1f3m 2h,c4 3d-lw,gf 3d-mt,xd 3d-mt,4l 2h-mt
ge 2h-mt,xc 2h-mt,ia f1,x2j f1,8ul f1,yp f1,3cj f1,5r6 3e,xw3 3e,1jgk 3e,1f5h 2i,1jhh 2i,pi 2i,3wj 2i
wkc 2i,1jft 2i,i8 3e-mg,c6 3e-mt,c5 2i-mt,f9 3e-me,f8 2i-me,5ti 3e-ms,cf 72,s8 72,s7 66,1fic 66
5r8 bs,rt bs,wud bs,uk at,xwf at,uj at-2x,xvi g2,wy5 ip,6u1 ig,7ih ig,8ao ig,wvc ig,8yh ig,1fib ig
8sk pf,sz pf,3w1 pf,42t pf,20hz pf,wi pf-mt,433 pf-53,wg pf-13,6py pg,7g3 pg,2rcy pg,8sm pg,8yo pg
3yb pg,20ii pg,1f2d pg,1f37 pg,6zd pg-mq,3yn pg-53,3zg pg-3z4,8v8 rb,8t2 qj,1fiz qj,5rc qo,u7 qo
6q7 ps,8tc ps,tb ps,wyj ps,1f3h rc,1f6a rc,rf qq,8tm py,tg py,11v py,3ls py,4j4 py,1f3n py,xub qv
xud qv,8tp qv,vl qw,1fjt qw,8tq q0,vk q0,1fip q0,4ig q0,1f3p q0,705 qx,x4n qx,8tt qx,wul qx,4dr q1
4dx q1,1f3q q1,709 qx-mq,7jk 8ty,8v0 rw,wn ty-mh,wm t2-mh,2k23 t4,om t4,wwx t4,1fdx t4,t5 st,wa st-me
v1 u1,wb u1-me,1fi4 xv,5rf u3,xy u3-me,xuo ux,1fjf wvd,1fil sr,2k1u zi,2k2q v4,3wn v4,4bz v4
vw v4-w6-w7,4x9 v4-53,x4m wuk,y4 xj,y3 xi,xq xo-mg,8u5 ug,8u4 tk,wuo tm-30,6iw tp,2rcx wuw,20ik wuw
xhu 8qn,3o4 12p,6qx 11k,6v6 11k,2k3p 11k,3mo 11k,40e 11k,wl1 11k,40q 11k-53,414 11k-13,6gt 11w,k3 121
jj 121,1dp 17l-nc,1g1 17s-1cr,1py 17s-1cy,1pd 17s-190,1cg 1a3,1pl 1g4,1gn 1g4,6zp 17t,6u 17t,1c3 17t
1ad 17x-1cr,1a9 17x-190,1gy 17x-190,1f4x 17z,1ag 17z-179,1am 17z-1cr,1da 17z-le,1pq 17z-mc-mb
1aj 1ai-179,1ap 181-179,1aw 181-1cr,1aq 181-li,1q1 181-li-lj,1db 181-le,1gs 181-190,1pu 182-le
1gx 1av-179,184 183-1cr,1ha 183-le,1f5e 185,1b2 185-1cr,1pr 185-mc-mb,1f54 187,1b3 187-1cr,173 189
1bb 18h,1q3 1b5,19r 1b5,1q4 1b5,1b8 1b5-1cr,1bc 1b5-1cr,1pg 1b6-1cr,1bd 18j,1be 18j,1bh 18j-1cr
1gj 18j-1cr,1gi 1bg,1ps 1bj,1bo 1bj-1cr,1br 18k-1cr,1bp 18k-li,1pj 18l-1cr,1dq 18l-nc,1go 18m-179
1gp 18m-li,1c2 1c0,1f50 18o,1pt 18o,1cb 18o-1cr,1c7 18o-lv,1c6 18o-li,1c9 18o-le,1c8 18o-19s
17o 18o-19w,19q 18p,1bu 18p,1q5 18p,18q 18p,1cc 18p,1ci 18p,1a1 18p-179,1bv 18p-179,1a6 18p-1cr
17v 18p-1cr,1bx 18p-1cr,1ch 18p-1cr,18f 18p-1cr,1pz 18p-1cr-1cy,1g6 18p-li,1ce 18p-li,1q2 18p-li-lj
18d 18p-le,1pk 18p-190,17q 18p-19w,1f3s 8xs,6e6 8xu,94t 8xu,87t 8xu,6e5 8yf,6we 8yf,11g 3k6,11o 3mp
117 3ou,11m 3s3,1s6 1s5-1tq,1si 1s5-1tq-1ty,1sj 1s5-1tq-1tz,1sk 1s5-1tq-1u0,1s4 1s5-1ty,1sh 1s5-1u1
1sd 1sf-1tx,1se 1sf-1ty,1sg 1sf-1tz,1s8 1tc-1u5-1s7,24d 1tp,1i3g xdn,1vq 1vp-1xa,1y8 1vv-1xf
1y9 1vv-1xf,1imq 1w8,1ims 1wa,1imu 1wc,1imw 1we,1imx 1wf,1imz 1wh,1ine 1wj,1in2 1wk,1in3 1wl,1in4 1wm
1in5 1wn,1in6 1wo,1in7 1wq,1ind 1ws,1inb 1wu,1inc 1wv,1inf 1ww,1in1 1wy,1inh 1x3,1ini 1x4,1io4 1x9
1zd 22b-20x,1ze 22b-20y,1za 1z9-20u,1zk 1z9-214,1zo 1z9-218,1zb 22a-20v,1zc 22a-20w,1zj 22a-213
22u 22t-24e,235 22t-24e-24l,237 22t-24e-24n,238 22t-24e-24o,231 22t-24l,233 22t-24n,234 22t-24o
26e 26d-27y,2cu 29x,2b4 2a0,2cr 2a0-2bl,2co 2a1,2kp 2a1,2a2 2a1-2b7,2kq 2a1-2mv,2ct 2a6,2d3 2a6-2b9
2ak 2a8,2l8 2a8,2cn 2ad,2cq 2ai,2cs 2ai-2bl,2cy 2ai-2bm,2m2 2an-2bj,2lf 2ar,2d6 2aw-2bk,2d0 2b2-2bk
2cw 2b3,2lw 2b8,2ly 2ba,2d4 2bb,2h1 2dh,2h2 2di,2h3 2dj,2g0 2dn-2f2,2g1 2do-2f2,2he 2du,2dw 2du-2fg
2hg 2du-2fg,2dv 2du-2fp,2hf 2du-2fp,2ho 2e4,2hq 2e6,2ea 2e9-mb,2hv 2eb,2ed 2ef-14s,2el 2ek-mb,2i7 2en
2e8 2eo-14s,2i9 2ep,2ia 2eq,2ev 2et-mb,2ex 2et-2f2,2em 2et-2f5,2jl 2h8-2im,2ko 2kn-2mv,2kw 2ku-2me
2kz 2ky-2m6,2l0 2ky-2mv,2n5 2la,2nf 2li-2ml-2ls,2nt 2lk-2m9,2ks 2lk-2m9,2l5 2lk-2m9,2nj 2lk-2ml
2nv 2lk-2ml,2ng 2lk-2ml-2lk,2my 2lk-2ml-2lq,2lt 2ls,2ne 2ls-2ml,2nw 2ls-2ml,2ni 2lx-2ml-2ls
2nq 2m1-2ml-2lq,2qy 2oy,2qz 2pb,1ij7 1ik4-1iki-1ij6,1ijd 1ik4-1iki-1ijc,1ijo 1ik4-1iki-1ijn
1iju 1ik4-1iki-1ijt,1ijx 1ik4-1iki-1ijw,1ijz 1ik4-1iki-1ijy,1ivs 1ite,1ivt 1ite,1ivu 1itf,1ivv 1itg
2rn 2rm,2s4 2ro,2s5 2ro,2sh 2rq,2vc 2rs,2rv 2ru,2rz 2ry,2s7 2s1,2vu 2sa,2vv 2sb,2vx 2sd,2vy 2se
2vz 2sf,2sm 2sg,2vh 2si,4pg 2sv,2th 2sy,2td 2tc-2tc,2yq 31c-31w-32a-327,2yr 31c-31w-32a-2z8,31m 31e
2yo 31k-324-326,39d 35u-37i,35s 35u-370,38w 35v-37i,38m 36d-37i,36n 36d-370,38v 36d-370-37i
39a 399-37i,36x 36m-37g,36y 36m-37g-375-370-37e,3a6 39f-lm,4o3 4o2,53k 526,53l 52p,58g 56t,58w 56t
xn7 xkx,xna xlv,5ea 5cd,5eb 5ch,5eg 5d4,xib xi5,4uu 4t8,4t1 4s5,6ba 3xr,3yl 3y9-53,3zf 3y9-3z4
3yp 3yc-53,3yr 3yd-53,3zh 3yd-3z4,3yt 3ye-53,3yw 3yi-53,3zi 3yi-3z4,3yy 3yj-53,4wt 3z2-4wv,441 3z5
474 3zd,3zz 3zm-53,403 3zo-53,6zt 3zp,407 3zt-53,40s 40f-53,947 40g,6tf 40g,40u 40g-53,415 40g-13
7ux 40g-1b,8gn 40g-40l,40w 40h-53,946 40l,6te 40l,40y 40l-53,416 40l-13,410 40m-53,41h 417-53
41x 417-13,41l 41a-53,41p 41c-53,4cj 421,42b 421-53,42d 423-53,42f 424-53,42j 426-53,4ci 428
42l 428-53,42n 429-53,431 42r-53,435 42u-53,437 42v-53,439 42w-53,43d 42z-53,43u 43k-53,4w7 43m-53
4w9 43n-53,4wb 43o-53,4wd 43p-53,43w 43r-53,43y 43s-53,4ck 443,44d 443-53,44f 445-53,44h 446-53
44j 447-53,44l 448-53,4cn 44a,44n 44a-53,44p 44b-53,453 44t-53,455 44v-53,457 44w-53,459 44x-53
45b 44y-53,45d 450-53,45f 451-53,45o 45n-1o,45q 45n-2q,45p 45n-40l,45r 45n-428,460 45s-53,462 45t-53
464 45u-53,466 45v-53,468 45w-53,46a 45x-53,46c 45y-53,46q 46g-53,46s 46h-53,46u 46i-53,46w 46j-53
46y 46l-53,470 46m-53,4de 477,4ww 477-53,4df 47a,4dg 47e,47j 47g-53,48z 47k-2q,490 47k-2q-lj
48x 47k-2s,48v 47k-28,4fj 47k-417,48u 47k-418,48w 47k-41a,48y 47k-41c,491 47k-41v,47w 47u-53
4wz 47y-53,4x0 486-53,489 487-53,4x1 48b-53,4x4 492-53,49d 49h-22,4fk 49h-421,49a 49h-422,49b 49h-423
49c 49h-424,49e 49h-426,49f 49h-428,49g 49h-429,4fn 49i-22,4fl 49i-423,4fm 49i-424,4fo 49i-426
4fp 49i-428,4fq 49i-429,4x6 49j-53,4fr 49z-53,4fs 4a0-53,4ft 4a1-53,4fu 4a2-53,4fv 4a3-53,4fw 4a4-53
4fx 4a5-53,8ff 4b6,8fe 4b9,wl3 4bl,4xc 4c4-53,4xe 4d7-53,wkt 4f4,4ws 4wv-3z2,4wr 4xh,wxc 4hl,4ip 4ho
70f 4hp,4hu 4hp,2k3j 4i3,6mp 4i7,6nz 4i8,86m 4i8-6o2,86b 4i8-4ii,8yr 4j3,6ny 4ii,8bl 4ii,6v8 4ik
7gn 4ik,7gq 4ik,7ky 4ik,2rf8 4ik,1jg7 4ik,1f2s 4ik,6ze 4ik-mq,6vc 4im,8bh 4im,1fio 4iu,6mt 4iw
1h4s 1h1e,1h4q 1h2d,3hk 3cw,3cx 3cw-3cw,3hl 3cw-3cw,3ju 3cw-3cy,3fe 3cw-3cz,3ib 3cw-3d1,3jv 3cw-3d3
3hm 3cw-3d5,3ic 3cw-3d5-3cw,3jw 3cw-3da,3jx 3cw-3db,3jy 3cw-3de,3hn 3cy,3df 3cy-3cw,3id 3cy-3cw
3dg 3cy-3cy,3jz 3cy-3cy,3dh 3cy-3cz,3ie 3cy-3cz,16mj 3cy-3d1,3di 3cy-3d3,3ff 3cy-3d5,3if 3cy-3d5
3fg 3cy-3d8,3ho 3cy-3d8,16mk 3cy-3da,3ih 3cy-3dc,3fh 3cy-3de,3hp 3cy-3de,3ig 3cy-3eo,3hq 3cz
3dj 3cz-3cw,3ii 3cz-3cw,3d0 3cz-3cz,16ml 3cz-3cz,16mm 3cz-3cz-3d3,3fi 3cz-3d1,3ij 3cz-3d1,xgg 3cz-3d2
xgh 3cz-3d3,16mn 3cz-3d3,xgi 3cz-3d5,16mo 3cz-3d5,16mp 3cz-3d5-3cw,xgj 3cz-3d8,16mq 3cz-3d8
16mr 3cz-3da,16ms 3cz-3dc,3hr 3d1,xgk 3d1-3cw,3hs 3d1-3cw,xgl 3d1-3cw-3cw,16mt 3d1-3cw-3cw
3ik 3d1-3cw-3d5,16mu 3d1-3cw-3de,3dk 3d1-3cy,3il 3d1-3cy,xgm 3d1-3cz,3im 3d1-3cz,xgn 3d1-3cz-3cz
3in 3d1-3cz-3de,3dl 3d1-3d1,3io 3d1-3d1,16mv 3d1-3d1-3db,xgo 3d1-3d2,3ht 3d1-3d2,3ip 3d1-3d2-3cw
3iq 3d1-3d2-3d5,16mw 3d1-3d2-3de,xgp 3d1-3d3,3hu 3d1-3d3,16mx 3d1-3d3-3cz,xgq 3d1-3d3-3d3
3ir 3d1-3d3-3d5,xgr 3d1-3d3-3d7,3it 3d1-3d3-3d7,16my 3d1-3d3-3dd,3is 3d1-3d3-3de,xgs 3d1-3d5
3hv 3d1-3d5,3iu 3d1-3d5-3d5,3dn 3d1-3d7,16n1 3d1-3d7,xgt 3d1-3d8,xgu 3d1-3db,3iw 3d1-3db,3hw 3d1-3dc
3hx 3d1-3dd,3dm 3d1-3de,3ej 3d1-3de,3hy 3d1-3de,16nm 3d1-3de,3iv 3d1-3eo,16mz 3d1-3f0,3ix 3d1-3fd
16n0 3d1-3fd-3de,3hz 3d2,xgv 3d2-3cw,3iy 3d2-3cw,16n2 3d2-3cy,16n3 3d2-3cy-3cy,xgw 3d2-3cz
3iz 3d2-3d1,16n4 3d2-3d2,3do 3d2-3d3,3j0 3d2-3d3,16n5 3d2-3d3-3d5,xgx 3d2-3d5,3j1 3d2-3d5
3j2 3d2-3d5-3d5,3dp 3d2-3d7,3j6 3d2-3d7,16n6 3d2-3d8,3j4 3d2-3da,3j5 3d2-3de,3j3 3d2-3eo,3i0 3d3
3dq 3d3-3cw,3dr 3d3-3cy,3ds 3d3-3cz,16n7 3d3-3cz,3j7 3d3-3d1,16n8 3d3-3d1-3dd,16n9 3d3-3d2
3d4 3d3-3d3,16na 3d3-3d3,3e4 3d3-3d3-3d7,3dt 3d3-3d5,3i1 3d3-3d5,3du 3d3-3d5-3cw,3dv 3d3-3d5-3cz
16nb 3d3-3d5-3cz,3dw 3d3-3d5-3d3,3dx 3d3-3d5-3d5,3dy 3d3-3d5-3d8,xgy 3d3-3d5-3dc,3e3 3d3-3d7
3ja 3d3-3d7,3dz 3d3-3d8,16nc 3d3-3d8,3e0 3d3-3da,16nd 3d3-3da,xgz 3d3-3db,3e1 3d3-3dc,3e2 3d3-3dd
3j8 3d3-3dd,xh0 3d3-3de,3j9 3d3-3de,3i2 3d5,3e5 3d5-3cw,3jb 3d5-3cw,3e6 3d5-3cy,3e7 3d5-3cz
3jc 3d5-3cz,3e8 3d5-3d1,3jd 3d5-3d1,3e9 3d5-3d2,16ne 3d5-3d2,3ea 3d5-3d3,3je 3d5-3d3,3eb 3d5-3d3-3cw
16nf 3d5-3d3-3d7,3d6 3d5-3d5,3i3 3d5-3d5,16ng 3d5-3d5-3cw,16nh 3d5-3d5-3cz,xh1 3d5-3d5-3d3
3ec 3d5-3d5-3d5,3ed 3d5-3d7,3ee 3d5-3d8,16nj 3d5-3d8,3ef 3d5-3da,16nk 3d5-3da,3eg 3d5-3db,3eh 3d5-3dc
16nl 3d5-3dc,3ei 3d5-3dd,16ni 3d5-3eo,3i4 3d7,3ep 3d7-3cw,3jg 3d7-3cw,3jh 3d7-3cw-3cw,3eq 3d7-3cz
xh2 3d7-3d1,3er 3d7-3d2,3es 3d7-3d3,3et 3d7-3d5,3jl 3d7-3d5,3ev 3d7-3d7,3ji 3d7-3d7,3ew 3d7-3d8
3ex 3d7-3da,3jj 3d7-3db,3ey 3d7-3dc,3ez 3d7-3dd,xh3 3d7-3de,3eu 3d7-3eo,3jm 3d7-3eo,3i5 3d8
16nr 3d8-3d3,16ns 3d8-3d3-3d3,3f1 3d8-3d7,3d9 3d8-3d8,16nt 3d8-3d8,xh4 3d8-3d8-3de,3i6 3da
3f6 3da-3db,3f7 3da-3de,3i7 3db,3i8 3dc,xh5 3dc-3dc,3i9 3dd,3fa 3dd-3d3,3jn 3dd-3d3,16nu 3dd-3d5
3fb 3dd-3d7,3jo 3dd-3d7,16nv 3dd-3dc,xh6 3dd-3de,3ia 3de,3jp 3de-3cy,3jq 3de-3d1,3jr 3de-3d2
3js 3de-3d3,xh7 3de-3d5,3fc 3de-3de,3el 3ek-3ek,3en 3em-3em,3jf 3eo,16nn 3eo-3d3,16no 3eo-3d3-3d7
3jk 3f0,16np 3f0-3d2,16nq 3f0-3de,3f3 3f2-3f2,3f5 3f4-3f4,3jt 3fd,xh8 3fd-3fd,3hf 3fl-9oc,3g6 3fl-3ft
3g7 3fl-3fy,3fm 3fl-ffs,3g8 3fn-3ft,3g9 3fn-3fx,3hg 3fn-3fy,3fo 3fn-ffs,3gc 3fp-9oc,3ga 3fp-3ft
3gb 3fp-3fy,3fq 3fp-ffs,3hh 3fr-3fn,3gd 3fr-3ft,3ge 3fr-3fy,3fs 3fr-ffs,3fu 3ft-3fl,3fv 3ft-3fl-ffs
3hi 3ft-3fn,3hj 3ft-3fn-ffs,3gf 3ft-3fp,3gg 3ft-3fp-ffs,16ls 3ft-3fr,3gh 3ft-3fr-ffs,3gi 3ft-3ft
16lt 3ft-3ft-ffs,3gj 3ft-3fy,3fw 3ft-ffs,16lu 3fx-3fl,16lv 3fx-3fl-ffs,3gk 3fx-3fn,3gm 3fx-3fn
3gl 3fx-3fn-ffs,16lw 3fx-3fp,3gn 3fx-3ft,3go 3fx-ffs,3gp 3fy-3fl,3gq 3fy-3fl-ffs,3fz 3fy-3fp
3gr 3fy-3fp-9oc,3g0 3fy-3fp-ffs,16lx 3fy-3fr,3gs 3fy-3fr-ffs,3gt 3fy-3fy,3g1 3fy-ffs,16ly 3fy-ffs-ffs
3gu 3g2-3fl,16lz 3g2-3fl-ffs,3gv 3g2-3fp,3gw 3g2-3fp-ffs,3gx 3g2-3fr,3gy 3g2-3fr-ffs,16m0 3g2-3ft
3gz 3g2-3fy,3h0 3g2-ffs,16md 3ha-3fl,3hb 3ha-3fp,16me 3ha-3fp-ffs,3hc 3ha-3fy,3he 3ha-3ha,3hd 3ha-ffs
9nc 9ko,6yp 9j0,890 9j0,wim vnu,wj0 vo0,wik vr4,wiw vua,wjj w2h,wji w4x,wic w5p,wjk wbv,wjm wc5
wje wcf,wj4 wci,wiv wgo,6ud wk5,7uq wk5,2k2k wk5,x4h wk5,x3y wkk,6kh wko,6ki wl2,2k2d wl2,2k2z wl2
20iu wl2,1fdd wl2,6kj 20hs,1jvq 1jvp-1jvz,1jvs 1jvp-1jvp,1jvt 1jvp-1jvp-1jvz,1jvu 1jvp-1jvp-1jw0
1jvr 1jvp-1jw0,1jw4 1jw3-1jvz,1jw6 1jw3-1jw3,1jw7 1jw3-1jw3-1jvz,1jw8 1jw3-1jw3-1jw0,1jw5 1jw3-1jw0
1jvw 1jvv-1jvz,1jvx 1jvv-1jvv,1jvy 1jvv-1jvv-1jvz,6tx 1f3c,8ap 1f3c,2re0 1f3c,wwq 1f3c,7gd 1f3w
2k2c 1f3w,2rd0 1f3w,89i 1f40,x3v 1fei,x3u 1fde,1fhc 1fgm,1fbl 1f9e,1fbn 1f9v,1kxk 1fa2,7j9 1ggu
1omx 1ggu,718 ffs,71b ffs,71e ffs,71h ffs,71m ffs,71q ffs,9u9 ffs,3g5 ffs,3h8 ffs-9oc,3h4 ffs-3fl
3h5 ffs-3fn,16m5 ffs-3fn-3ft,16m6 ffs-3fn-ffs,16m7 ffs-3fr,16m8 ffs-3fr-ffs,3h6 ffs-3ft
16m9 ffs-3ft-ffs,16ma ffs-3fx,3h7 ffs-3fy,16mb ffs-3g2,3h9 ffs-3ha,16mc ffs-ffs,9uo fh5,9un fh6
96r fh6,9ue fh7,96q fh7,99u fi8,9ui fid,9mz fik,9lw fjv,96t fjv,fsy fp1,fuk ftw,972 g1s,9n3 g2z
96x g76,9m3 gbf,34m ggd,34l ggg,9mw ggs,96z aim,9nx gkj,h5j gkj,dcr ako,gv3 gur,hkb h7j,beb app
hgr hgh,hkv hij,9mn hlh,hz4 hwv,974 i76,973 i77,9m0 ijp,976 ik3,ilu ild,977 inu,978 itt,97a ix0
97b b96,jeg jee,97c jf0,jrd bi9,97d jzp,99n k21,97f k4h,kc6 bmi,k89 k7u,peu kcs,pg0 kcv,pfu kcw
phd kcz,ph2 bp1,pif kd4,imo bp6,dgg bp7,plz kdf,kjj kfi,kx5 bs3,kyv kv1,99p l7z,97i l8a,97k lch
97l ldh,97m ldm,lzt lu0,97n m7g,97o mjv,97q ffw,97s mnh,vk3 cop,k83 cov,nrj npw,97x ny3,99r o9o
97z oop,os6 or9,97v p5e,982 p5e,981 p5f,989 paa,98a pds,pj5 ph8,kdi dhf,98e prt,98f prt,98g prt
qbj q6l,qip qif,98h qj2,98i qxw,98k r5r,98j r5s,98l r7l,rct ram,ra6 dyu,rkf rk6,98o rkw,rqb rq4
98p rvh,rye ry7,s1m s11,s63 s5z,s9z s8v,98r sbq,98s sdy,98t sdy,sm6 slq,t66 t65,98w tc5,98x tiv
98y tiw,98z tj3,990 tm0,98v tnh,992 tnh,trs trr,994 tw2,995 u06,996 u45,997 u6m,998 u72,999 u73
99b u74,99c uar,99e ui4,99g unw,99h uws,v9f v9e,99k vc6,99l vd0,vde vdd,99o vgw,99q vi7,99s vix
`

const signsOf = (codePoints: string) =>
  String.fromCodePoint(...codePoints.split('-').map(digits => Number.parseInt(digits, 36)))

/** A sign, and the sign or signs that it looks like (Unicode TR39). */
export const confusables: ReadonlyMap<string, string> = new Map(
  PAIRS.trim()
    .split(/[,\n]/)
    .map(pair => {
      const [sign = '', looks = ''] = pair.split(' ')
      return [signsOf(sign), signsOf(looks)]
    }),
)
