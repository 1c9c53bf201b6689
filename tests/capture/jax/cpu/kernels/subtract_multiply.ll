; ModuleID = '__compute_module_subtract_multiply_fusion_kernel_module'
source_filename = "__compute_module_subtract_multiply_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable
define noalias noundef ptr @subtract_multiply_fusion(ptr nofree readonly captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8, !invariant.load !3
  %4 = load ptr, ptr %3, align 8, !invariant.load !3, !dereferenceable !4
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %6 = load ptr, ptr %5, align 8, !invariant.load !3, !dereferenceable !5
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %8 = load ptr, ptr %7, align 8, !invariant.load !3, !dereferenceable !5
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %10 = load ptr, ptr %9, align 8, !invariant.load !3, !dereferenceable !4
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %12 = load ptr, ptr %11, align 8, !invariant.load !3, !dereferenceable !6
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %14 = load ptr, ptr %13, align 8, !invariant.load !3, !dereferenceable !4
  tail call void @llvm.experimental.noalias.scope.decl(metadata !7)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !10)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !12)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !14)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !18)
  %.phi.trans.insert = getelementptr inbounds nuw i8, ptr %12, i64 12
  %.pre = load float, ptr %.phi.trans.insert, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %.phi.trans.insert2 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %.pre3 = load float, ptr %.phi.trans.insert2, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %.phi.trans.insert4 = getelementptr inbounds nuw i8, ptr %12, i64 20
  %.pre5 = load float, ptr %.phi.trans.insert4, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %.phi.trans.insert6 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %.pre7 = load float, ptr %.phi.trans.insert6, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %.phi.trans.insert8 = getelementptr inbounds nuw i8, ptr %12, i64 28
  %.pre9 = load float, ptr %.phi.trans.insert8, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %.phi.trans.insert10 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %.pre11 = load float, ptr %.phi.trans.insert10, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %15 = load float, ptr %12, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %17 = load float, ptr %16, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %18 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %19 = load float, ptr %18, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  %20 = getelementptr inbounds nuw i8, ptr %12, i64 36
  %21 = load float, ptr %20, align 4, !invariant.load !3, !alias.scope !16, !noalias !20
  br label %22

22:                                               ; preds = %1, %22
  %23 = phi i64 [ 0, %1 ], [ %128, %22 ]
  %24 = getelementptr inbounds nuw [4 x i8], ptr %8, i64 %23
  %25 = load float, ptr %24, align 4, !invariant.load !3, !alias.scope !12, !noalias !21
  %26 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %23
  %27 = load float, ptr %26, align 4, !invariant.load !3, !alias.scope !10, !noalias !22
  %28 = mul nuw nsw i64 %23, 10
  %29 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %28
  %30 = load float, ptr %29, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %31 = fadd float %30, %15
  %32 = fsub float %31, %25
  %33 = fsub float %32, %27
  %34 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %28
  %35 = load float, ptr %34, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %36 = fmul float %35, %33
  %37 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %28
  store float %36, ptr %37, align 4, !alias.scope !18, !noalias !25
  %38 = or disjoint i64 %28, 1
  %39 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %38
  %40 = load float, ptr %39, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %41 = fadd float %40, %17
  %42 = fsub float %41, %25
  %43 = fsub float %42, %27
  %44 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %38
  %45 = load float, ptr %44, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %46 = fmul float %45, %43
  %47 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %38
  store float %46, ptr %47, align 4, !alias.scope !18, !noalias !25
  %48 = add nuw nsw i64 %28, 2
  %49 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %48
  %50 = load float, ptr %49, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %51 = fadd float %50, %.pre11
  %52 = fsub float %51, %25
  %53 = fsub float %52, %27
  %54 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %48
  %55 = load float, ptr %54, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %56 = fmul float %55, %53
  %57 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %48
  store float %56, ptr %57, align 4, !alias.scope !18, !noalias !25
  %58 = add nuw nsw i64 %28, 3
  %59 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %58
  %60 = load float, ptr %59, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %61 = fadd float %60, %.pre
  %62 = fsub float %61, %25
  %63 = fsub float %62, %27
  %64 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %58
  %65 = load float, ptr %64, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %66 = fmul float %65, %63
  %67 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %58
  store float %66, ptr %67, align 4, !alias.scope !18, !noalias !25
  %68 = add nuw nsw i64 %28, 4
  %69 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %68
  %70 = load float, ptr %69, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %71 = fadd float %70, %.pre3
  %72 = fsub float %71, %25
  %73 = fsub float %72, %27
  %74 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %68
  %75 = load float, ptr %74, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %76 = fmul float %75, %73
  %77 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %68
  store float %76, ptr %77, align 4, !alias.scope !18, !noalias !25
  %78 = add nuw nsw i64 %28, 5
  %79 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %78
  %80 = load float, ptr %79, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %81 = fadd float %80, %.pre5
  %82 = fsub float %81, %25
  %83 = fsub float %82, %27
  %84 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %78
  %85 = load float, ptr %84, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %86 = fmul float %85, %83
  %87 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %78
  store float %86, ptr %87, align 4, !alias.scope !18, !noalias !25
  %88 = add nuw nsw i64 %28, 6
  %89 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %88
  %90 = load float, ptr %89, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %91 = fadd float %90, %.pre7
  %92 = fsub float %91, %25
  %93 = fsub float %92, %27
  %94 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %88
  %95 = load float, ptr %94, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %96 = fmul float %95, %93
  %97 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %88
  store float %96, ptr %97, align 4, !alias.scope !18, !noalias !25
  %98 = add nuw nsw i64 %28, 7
  %99 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %98
  %100 = load float, ptr %99, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %101 = fadd float %100, %.pre9
  %102 = fsub float %101, %25
  %103 = fsub float %102, %27
  %104 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %98
  %105 = load float, ptr %104, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %106 = fmul float %105, %103
  %107 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %98
  store float %106, ptr %107, align 4, !alias.scope !18, !noalias !25
  %108 = add nuw nsw i64 %28, 8
  %109 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %108
  %110 = load float, ptr %109, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %111 = fadd float %110, %19
  %112 = fsub float %111, %25
  %113 = fsub float %112, %27
  %114 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %108
  %115 = load float, ptr %114, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %116 = fmul float %115, %113
  %117 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %108
  store float %116, ptr %117, align 4, !alias.scope !18, !noalias !25
  %118 = add nuw nsw i64 %28, 9
  %119 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %118
  %120 = load float, ptr %119, align 4, !invariant.load !3, !alias.scope !14, !noalias !23
  %121 = fadd float %120, %21
  %122 = fsub float %121, %25
  %123 = fsub float %122, %27
  %124 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %118
  %125 = load float, ptr %124, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %126 = fmul float %125, %123
  %127 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %118
  store float %126, ptr %127, align 4, !alias.scope !18, !noalias !25
  %128 = add nuw nsw i64 %23, 1
  %exitcond.not = icmp eq i64 %128, 64
  br i1 %exitcond.not, label %subtract_multiply_fusion_wrapped.exit, label %22, !llvm.loop !26

subtract_multiply_fusion_wrapped.exit:            ; preds = %22
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 12}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{}
!4 = !{i64 2560}
!5 = !{i64 256}
!6 = !{i64 40}
!7 = !{!8}
!8 = distinct !{!8, !9, !"subtract_multiply_fusion_wrapped: argument 0"}
!9 = distinct !{!9, !"subtract_multiply_fusion_wrapped"}
!10 = !{!11}
!11 = distinct !{!11, !9, !"subtract_multiply_fusion_wrapped: argument 1"}
!12 = !{!13}
!13 = distinct !{!13, !9, !"subtract_multiply_fusion_wrapped: argument 2"}
!14 = !{!15}
!15 = distinct !{!15, !9, !"subtract_multiply_fusion_wrapped: argument 3"}
!16 = !{!17}
!17 = distinct !{!17, !9, !"subtract_multiply_fusion_wrapped: argument 4"}
!18 = !{!19}
!19 = distinct !{!19, !9, !"subtract_multiply_fusion_wrapped: argument 5"}
!20 = !{!8, !11, !13, !15, !19}
!21 = !{!8, !11, !15, !17, !19}
!22 = !{!8, !13, !15, !17, !19}
!23 = !{!8, !11, !13, !17, !19}
!24 = !{!11, !13, !15, !17, !19}
!25 = !{!8, !11, !13, !15, !17}
!26 = distinct !{!26, !27}
!27 = !{!"llvm.loop.unroll.disable"}
